import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { PathText } from "../parts/path-text.tsx";

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

/** Where some lines stand: the path and their ranges in the order of the file, touching ones as one. */
export function PlaceText({ path, ranges }: { path: string; ranges: readonly Range[] }) {
  return (
    <>
      <PathText path={path} />
      {joined(ranges).map((range, i) => (
        <Fragment key={range.line_start}>
          {i === 0 ? " " : ", "}
          <LineRange range={range} />
        </Fragment>
      ))}
    </>
  );
}

function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { line_start, line_end } of [...ranges].sort((a, b) => a.line_start - b.line_start)) {
    const last = all.at(-1);
    if (last === undefined || line_start > last.line_end + 1) all.push({ line_start, line_end });
    else last.line_end = Math.max(last.line_end, line_end);
  }
  return all;
}
