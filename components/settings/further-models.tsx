"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { exactText } from "../parts/exact-text.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { isComposing } from "../parts/is-composing.ts";
import { useDraft } from "./drafts.ts";

/** Further models of the same address, to be chosen beside a question. They are saved with the form they stand in. */
export function FurtherModels(props: {
  id: string;
  name: string | null;
  models: readonly string[];
  /** The list of names that the address tells of, once it was asked. */
  told: string;
  onModels: (models: string[]) => void;
}) {
  const t = useTranslations("model");
  const { id, name, models, told, onModels } = props;
  const [typed, setTyped] = useDraft("model/further", "");
  const [said, setSaid] = useState<string>();
  const add = () => {
    const wanted = typed.trim();
    if (wanted === "") return setSaid(t("furtherEmpty"));
    if (models.includes(wanted) || wanted === name?.trim()) {
      return setSaid(t("furtherAlready", { name: wanted }));
    }
    onModels([...models, wanted]);
    setTyped("");
    setSaid(undefined);
  };
  // Enter in a box of a form would save the form, without what is in the box.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      {models.length === 0 ? null : (
        <ul className="deny mb-2" aria-label={t("further")}>
          {models.map((one) => (
            <li key={one}>
              <span className="deny-entry">{one}</span>
              <IconButton
                name={t("furtherRemove", { name: one })}
                onClick={() => onModels(models.filter((kept) => kept !== one))}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="field-row">
        <label htmlFor={id}>
          <span className="label">{t("furtherOne")}</span>
          <input
            id={id}
            className="field mono"
            value={typed}
            list={told}
            maxLength={200}
            {...exactText}
            aria-invalid={said !== undefined}
            aria-describedby={`${id}-said`}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTyped(event.target.value);
              setSaid(undefined);
            }}
          />
        </label>
        <button type="button" className="btn" onClick={add}>
          {t("furtherAdd")}
        </button>
      </div>
      <p
        id={`${id}-said`}
        className={said === undefined ? "meta" : "field-said field-wrong"}
        aria-live="polite"
      >
        {said ?? t("furtherHint")}
      </p>
    </div>
  );
}
