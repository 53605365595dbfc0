import { useTranslations } from "next-intl";

type Range = { line_start: number; line_end: number };

/** "12–16", or "12" for one line. */
export function rangeText({ line_start, line_end }: Range): string {
  return line_start === line_end ? `${line_start}` : `${line_start}–${line_end}`;
}

/** The same, said in full to a screen reader. */
export function LineRange({ range }: { range: Range }) {
  const t = useTranslations("source");
  const one = range.line_start === range.line_end;
  return (
    <span className="lines">
      <span className="sr-only">{one ? t("line") : t("lines")} </span>
      {rangeText(range)}
    </span>
  );
}
