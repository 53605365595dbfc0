import { Check, type LucideIcon } from "lucide-react";

/** A choice for what is asked from here on, beside the question box: pressed or not. `said` tells what it does. */
export function AskSwitch(props: {
  name: string;
  said: string;
  icon: LucideIcon;
  on: boolean;
  onTurn: (on: boolean) => void;
}) {
  const { name, said, on, onTurn } = props;
  const Icon = on ? Check : props.icon;
  return (
    <div className="scopes">
      <div className="scope-list">
        <button
          type="button"
          className="scope"
          aria-pressed={on}
          title={said}
          onClick={() => onTurn(!on)}
        >
          <Icon size={12} aria-hidden="true" />
          {name}
        </button>
      </div>
    </div>
  );
}
