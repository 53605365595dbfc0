"use client";
import { useLocale } from "next-intl";

type Exactness = "minute" | "second" | "day" | "hour" | "month" | "short";

const formats: Record<Exactness, Intl.DateTimeFormatOptions> = {
  minute: { dateStyle: "medium", timeStyle: "short", hour12: false },
  second: { dateStyle: "medium", timeStyle: "medium", hour12: false },
  /** For a row of a list: with the year where it is not this one. */
  short: {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  },
  hour: { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false },
  day: { month: "short", day: "numeric" },
  month: { year: "numeric", month: "short" },
};

/** A time in the reader's own zone and language. Only for what is fetched by the page: a server does not know the zone. */
export function useWhen(): (iso: string, exactness: Exactness) => string {
  const locale = useLocale();
  return (iso, exactness) => {
    const at = new Date(iso);
    return Number.isNaN(at.getTime())
      ? iso
      : new Intl.DateTimeFormat(locale, formatOf(exactness, at)).format(at);
  };
}

/** Of what is kept for years, the same day of two of them must not look the same. */
function formatOf(exactness: Exactness, at: Date): Intl.DateTimeFormatOptions {
  const format = formats[exactness];
  const named = "dateStyle" in format || "year" in format;
  return named || at.getFullYear() === new Date().getFullYear()
    ? format
    : { ...format, year: "numeric" };
}
