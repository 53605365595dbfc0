"use client";
import { useLocale } from "next-intl";

type Exactness = "minute" | "second" | "day" | "hour" | "month" | "short";

const formats: Record<Exactness, Intl.DateTimeFormatOptions> = {
  minute: { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" },
  second: { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" },
  /** For a row of a list: with the year where it is not this one. */
  short: {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  },
  hour: { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { month: "short", day: "numeric" },
  month: { year: "numeric", month: "short" },
};

/** A time in the reader's own zone and language. Only for what is fetched by the page: a server does not know the zone. */
export function useWhen(): (iso: string, exactness: Exactness) => string {
  const locale = useLocale();
  return (iso, exactness) => whenText(locale, iso, exactness, new Date());
}

/** Of what is kept for years, the same day of two of them does not look the same. */
export function whenText(locale: string, iso: string, exactness: Exactness, now: Date): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const format = formats[exactness];
  const named = "dateStyle" in format || at.getFullYear() === now.getFullYear();
  const shown: Intl.DateTimeFormatOptions = named ? format : { ...format, year: "numeric" };
  return new Intl.DateTimeFormat(locale, shown).format(at);
}
