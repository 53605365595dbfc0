import type { ReactNode } from "react";
import { exactText } from "../parts/exact-text.ts";

/** A text of the embedding form, with its hint. */
export function EmbeddingField(props: {
  id: string;
  name: string;
  hint: ReactNode;
  value: string;
  placeholder?: string;
  numeric?: boolean;
  onValue: (text: string) => void;
}) {
  const { id, name, hint, value, placeholder = "", numeric = false, onValue } = props;
  return (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      <label htmlFor={id} className="label">
        {name}
      </label>
      <input
        id={id}
        className={numeric ? "field mono max-w-[10rem]" : "field mono"}
        value={value}
        placeholder={placeholder}
        {...exactText}
        {...(numeric ? { inputMode: "numeric" as const } : {})}
        aria-describedby={`${id}-said`}
        onChange={(event) => onValue(event.target.value)}
      />
      <p id={`${id}-said`} className="meta">
        {hint}
      </p>
    </div>
  );
}
