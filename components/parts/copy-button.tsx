"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";

/**
 * Copies a text. What it is called is what it shows, before and after: that it has copied is told by its icon and said
 * beside it. Where the browser refuses, the words for that are to be seen as well.
 */
export function CopyButton(props: {
  /** Or where it comes from, once it is wanted. */
  text: string | (() => string | Promise<string>);
  /** The accessible name; shown as well, unless only the icon or a label is. */
  name: string;
  /** Shown in place of the name, and part of the accessible name then. */
  label?: string;
  iconOnly?: boolean;
  /** Instead of the usual one. */
  icon?: ReactNode;
  /** What it is known by to a shortcut. */
  act?: string;
}) {
  const t = useTranslations("parts");
  const [said, setSaid] = useState<"copied" | "refused">();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    write(typeof props.text === "string" ? props.text : props.text())
      .then(() => setSaid("copied"))
      .catch(() => setSaid("refused"));
  return (
    <>
      <button
        type="button"
        className={`btn btn-quiet ${props.iconOnly ? "btn-icon" : ""}`}
        aria-label={props.label === undefined ? props.name : `${props.name}: ${props.label}`}
        title={props.name}
        data-act={props.act}
        onClick={() => void copy()}
      >
        {said === "copied" ? (
          <Check size={16} aria-hidden="true" />
        ) : (
          (props.icon ?? <Copy size={16} aria-hidden="true" />)
        )}
        {props.iconOnly ? null : <span>{props.label ?? props.name}</span>}
      </button>
      <span role="status" className={said === "refused" ? "meta" : "sr-only"}>
        {said === undefined ? "" : t(said)}
      </span>
    </>
  );
}

/** A text that is still on its way is promised to the clipboard within the click that asked for it. */
function write(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator;
  if (typeof text === "string") return clipboard.writeText(text);
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  return clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}
