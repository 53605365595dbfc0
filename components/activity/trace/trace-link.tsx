"use client";
import { Waypoints } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type TracePlace, traceHref } from "./trace-address.ts";

/** From whatever was done to how it came about: its trace, at the row that `at` names. */
export function TraceLink(props: {
  trace_id: string;
  at?: TracePlace;
  /** `button` among buttons, `text` within a text, `icon` at the end of a row. */
  as?: "button" | "text" | "icon";
  /** What it belongs to, for who does not see where it stands. */
  of?: string;
}) {
  const { trace_id, at, as = "button", of } = props;
  const t = useTranslations("activity.link");
  const icon = <Waypoints size={16} aria-hidden="true" />;
  return (
    <Link
      href={traceHref(trace_id, at)}
      prefetch={false}
      className={classes[as]}
      title={as === "icon" ? t("trace") : undefined}
    >
      {as === "text" ? null : icon}
      {as === "button" ? t("how") : null}
      {as === "text" ? t("trace") : null}
      {as === "icon" ? <span className="sr-only">{t("trace")}</span> : null}
      {of === undefined ? null : <span className="sr-only"> {of}</span>}
    </Link>
  );
}

const classes = {
  button: "btn btn-quiet",
  text: "textlink",
  icon: "btn btn-quiet btn-icon trace-icon",
};
