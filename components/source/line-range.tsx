import { useTranslations } from "next-intl";

/** "12–16", or "12" for one line; said in full to a screen reader. */
export function LineRange({ range }: { range: { line_start: number; line_end: number } }) {
  const t = useTranslations("source");
  const one = range.line_start === range.line_end;
  return (
    <span className="lines">
      <span className="sr-only">{one ? t("line") : t("lines")} </span>
      {one ? range.line_start : `${range.line_start}–${range.line_end}`}
    </span>
  );
}
