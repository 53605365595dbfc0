"use client";
import { Check, Globe } from "lucide-react";
import { useTranslations } from "next-intl";

/** Whether the next question is put to the web too. Off until it is pressed, and off again once the question is put. */
export function WebSwitch({ on, onTurn }: { on: boolean; onTurn: (on: boolean) => void }) {
  const t = useTranslations("ask");
  const said = t("webSaid");
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
          {on ? <Check size={12} aria-hidden="true" /> : <Globe size={12} aria-hidden="true" />}
          {t("web")}
        </button>
      </div>
    </div>
  );
}
