import { useTranslations } from "next-intl";

type Range = { line_start: number; line_end: number };

/** "12–16", or "12" for one line. */
export function rangeText({ line_start, line_end }: Range): string {
  return line_start === line_end ? `${line_start}` : `${line_start}–${line_end}`;
}

/** The same with its word: a bare number behind a path is anything. */
export function LineRange({ range: { line_start, line_end } }: { range: Range }) {
  const t = useTranslations("source");
  return (
    <span className="lines">
      {line_start === line_end
        ? t("line", { line: line_start })
        : t("lines", { from: line_start, to: line_end })}
    </span>
  );
}
