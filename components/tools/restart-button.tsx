"use client";
import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";

/** `aria-disabled` and not `disabled`, so that the focus stays on it while it works. */
export function RestartButton(props: {
  name: string;
  busy: boolean;
  iconOnly?: boolean;
  onRestart: () => void;
}) {
  const t = useTranslations("servers");
  const name = t("restartNamed", { name: props.name });
  return (
    <button
      type="button"
      className={`btn btn-quiet ${props.iconOnly ? "btn-icon" : ""}`}
      aria-label={name}
      title={props.iconOnly ? name : undefined}
      aria-disabled={props.busy}
      onClick={props.onRestart}
    >
      <RotateCw size={16} aria-hidden="true" />
      {props.iconOnly ? null : t("restart")}
    </button>
  );
}
