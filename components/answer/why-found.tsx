"use client";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { Citation, Signal } from "#lib/contracts/citation";

/** Why a passage ranks where it does: its reasons in words, each with a bar beside the others; no percentages. */
export function WhyFound({ citation, id }: { citation: Citation; id: string }) {
  const t = useTranslations("why");
  const signals = citation.breakdown
    .filter((signal) => signal.value > 0)
    .sort((a, b) => b.value - a.value);
  const most = Math.max(...signals.map((signal) => signal.value), 0);
  const name = (signal: Signal) =>
    t.has(signalKey(signal)) ? t(signalKey(signal)) : signal.signal.replaceAll("_", " ");
  return (
    <div className="bars" id={id}>
      <p>{citation.reason}</p>
      {signals.map((signal) => (
        <Fragment key={`${signal.signal}:${signal.detail}`}>
          <span>{name(signal)}</span>
          <i style={{ width: `${most === 0 ? 0 : Math.max(2, (signal.value / most) * 100)}%` }} />
          <span className="words">{signal.detail}</span>
        </Fragment>
      ))}
    </div>
  );
}

/** A signal the catalogue does not know is shown by its own name; `t.has` decides before the key is used. */
const signalKey = (signal: Signal) => `signal.${signal.signal}` as "signal.words";
