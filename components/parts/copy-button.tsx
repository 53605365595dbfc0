"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

/** Copies a text and says so in its own place; where the browser refuses, it says that instead. */
export function CopyButton(props: {
  text: string;
  /** The accessible name; also shown unless only the icon is. */
  name: string;
  iconOnly?: boolean;
}) {
  const t = useTranslations("parts");
  const [said, setSaid] = useState<"copied" | "refused">();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard
      .writeText(props.text)
      .then(() => setSaid("copied"))
      .catch(() => setSaid("refused"));
  const word = said === undefined ? props.name : t(said);
  return (
    <>
      <button
        type="button"
        className={`btn btn-quiet ${props.iconOnly ? "btn-icon" : ""}`}
        aria-label={props.name}
        title={props.name}
        onClick={() => void copy()}
      >
        {said === "copied" ? (
          <Check size={16} aria-hidden="true" />
        ) : (
          <Copy size={16} aria-hidden="true" />
        )}
        {props.iconOnly ? null : <span>{word}</span>}
      </button>
      <span role="status" className="sr-only">
        {said === undefined ? "" : t(said)}
      </span>
    </>
  );
}
