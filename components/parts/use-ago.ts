"use client";
import { useFormatter, useNow, useTranslations } from "next-intl";

/** How long ago a time was, in words that keep up with the clock: "just now", "3 minutes ago". */
export function useAgo(): (iso: string) => string {
  const t = useTranslations("parts");
  const format = useFormatter();
  const now = useNow({ updateInterval: 30_000 });
  return (iso) => {
    const at = new Date(iso);
    return now.getTime() - at.getTime() < 60_000 ? t("justNow") : format.relativeTime(at, now);
  };
}
