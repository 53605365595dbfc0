"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Forgotten, MemoryKind } from "#lib/contracts/memory";
import { memoryApi } from "../api/memory.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

const kinds = ["everything", "conversations", "concepts", "tasks"] as const;

/** Forgetting by days, or all of it; of one kind or of every. The days are those of this browser. */
export function Forget(props: { onForgot: (forgotten: Pick<Forgotten, "message">) => void }) {
  const t = useTranslations("memory");
  const id = useId();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [kind, setKind] = useState<(typeof kinds)[number]>("everything");
  const ofKind = kind === "everything" ? {} : { kind: kind satisfies MemoryKind };
  const span = {
    ...(from === "" ? {} : { since: new Date(`${from}T00:00`).toISOString() }),
    ...(to === "" ? {} : { until: dayAfter(to) }),
  };
  const spanned = from !== "" || to !== "";
  const scope = spanned ? { ...span, ...ofKind } : { all: true as const, ...ofKind };
  return (
    <section aria-labelledby={`${id}-forget`}>
      <h2 id={`${id}-forget`}>{t("forget")}</h2>
      <p className="meta">{t("forgetSaid")}</p>
      <div className="memory-span">
        <label className="label" htmlFor={`${id}-from`}>
          {t("from.day")}
        </label>
        <input
          id={`${id}-from`}
          type="date"
          className="field"
          value={from}
          max={to || undefined}
          onChange={(event) => setFrom(event.target.value)}
        />
        <label className="label" htmlFor={`${id}-to`}>
          {t("toDay")}
        </label>
        <input
          id={`${id}-to`}
          type="date"
          className="field"
          value={to}
          min={from || undefined}
          onChange={(event) => setTo(event.target.value)}
        />
        <label className="label" htmlFor={`${id}-kind`}>
          {t("forgetKind")}
        </label>
        <select
          id={`${id}-kind`}
          className="field"
          value={kind}
          onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? kind)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(`kinds.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <ConfirmDialog
        title={t(spanned ? "forgetSpanTitle" : "forgetAllTitle")}
        said={t(spanned ? "forgetSpanSaid" : "forgetAllSaid", { kind: t(`kinds.${kind}`) })}
        keep={t("keep")}
        act={t("forgetNow")}
        confirm={async () => props.onForgot(await memoryApi.forget(scope))}
      >
        <button type="button" className="btn btn-danger">
          {t(spanned ? "forgetSpan" : "forgetAll")}
        </button>
      </ConfirmDialog>
    </section>
  );
}

/** The beginning of the day behind this one, where the browser is. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}
