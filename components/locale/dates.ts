/** Times as people read them, in the page's language and the reader's zone. */
export type DayGroup = "today" | "yesterday" | "week" | "earlier";

export function dayGroup(iso: string, now: Date): DayGroup {
  const then = startOfDay(new Date(iso));
  const days = Math.round((startOfDay(now) - then) / 86_400_000);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days < 7 ? "week" : "earlier";
}

export function shortWhen(iso: string, now: Date, locale: string): string {
  const then = new Date(iso);
  const today = startOfDay(then) === startOfDay(now);
  return new Intl.DateTimeFormat(
    locale,
    today
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { day: "numeric", month: "short" },
  ).format(then);
}

export function fullWhen(time: string | number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(time));
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
