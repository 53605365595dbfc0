"use client";
import { useTranslations } from "next-intl";
import type { SeriesKind } from "#lib/contracts/activity";
import { useRowWords } from "../trace/row-words.ts";

/** What a series is called: a status or a measure in the reader's language, and a rule, a tool or a model by its own name. */
export function useKeyWords(): (kind: SeriesKind, key: string) => string {
  const t = useTranslations("activity.charts");
  const words = useRowWords();
  type Key = Parameters<typeof t>[0]; // known or not: `has` tells
  return (kind, key) => {
    if (key === "other") return t("other");
    if (kind === "answers") return words.status(key);
    const known = `key.${key}` as Key;
    return t.has(known) ? t(known) : key;
  };
}
