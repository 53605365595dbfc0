"use client";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { EarlierAnswer as Earlier } from "#lib/contracts/answer";
import { fullWhen } from "../locale/dates.ts";

/** An offer: much the same was asked before, then, and its sources are what they were or not. */
export function EarlierAnswer({ thread_id, question, asked_at, sources }: Earlier) {
  const t = useTranslations("earlier");
  const locale = useLocale();
  return (
    <p className="strip">
      <span>{t("said", { when: fullWhen(asked_at, locale), question })}</span>{" "}
      <span>{t(sources)}</span>{" "}
      <Link href={`/t/${encodeURIComponent(thread_id)}`} prefetch={false} className="row-link">
        <b>{t("open")}</b>
      </Link>
    </p>
  );
}
