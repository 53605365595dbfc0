"use client";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useRef } from "react";
import { ChipLink } from "../answer/chip.tsx";
import { citedName, type Highlights, holds } from "./highlights.ts";
import { useMiddle } from "./use-middle.ts";
import { newLines, type Shown } from "./use-preview.ts";

/** The file line by line, exactly as it is written, with the words of the claims marked. */
export function RawLines(props: { shown: Shown; marks: Highlights; turn: number }) {
  const { shown, marks } = props;
  const t = useTranslations("source");
  const here = useRef<HTMLDivElement>(null);
  const from = marks.seen?.line_start ?? shown.citation.locator.line_start;
  useMiddle(
    here,
    () => {
      const element = here.current?.querySelector<HTMLElement>(`[data-line="${from}"]`);
      return element ? { element } : undefined;
    },
    shown.first,
  );
  return (
    <div className="raw" ref={here}>
      {shown.pieces.map((piece, index) => {
        const range = newLines(shown.pieces, index);
        const lines = piece.lines
          .map((text, i) => ({ line: piece.line_start + i, text }))
          .filter(({ line }) => line >= range.from)
          .map(({ line, text }) => ({
            line,
            row: <Line key={line} line={line} text={text} marks={marks} turn={props.turn} />,
          }));
        const { cited } = marks;
        const rows = (keep: (line: number) => boolean) =>
          lines.filter(({ line }) => keep(line)).map(({ row }) => row);
        const inside = rows((line) => holds(cited, line));
        if (cited === undefined || inside.length === 0) return rows(() => true);
        return (
          <Fragment key={piece.line_start}>
            {rows((line) => line < cited.line_start)}
            <section className="cited-lines" tabIndex={-1} aria-label={citedName(t, cited)}>
              {inside}
            </section>
            {rows((line) => line > cited.line_end)}
          </Fragment>
        );
      })}
    </div>
  );
}

function Line(props: { line: number; text: string; marks: Highlights; turn: number }) {
  const { line, marks } = props;
  const pins = marks.others.filter(({ range }) => range.line_start === line);
  const also = marks.others.some(({ range }) => holds(range, line));
  return (
    <div className="ln" data-line={line} data-cited={holds(marks.cited, line)} data-also={also}>
      <span>{withWords(props.text, marks.words.get(line) ?? [])}</span>
      {pins.map(({ citation }) => (
        <ChipLink key={citation.id} turn={props.turn} citation={citation} />
      ))}
    </div>
  );
}

/** A line this long is set in parts that are laid out one by one, so that none of them holds up the page. */
const longLine = 10_000;
const partLength = 1000;

function withWords(text: string, words: readonly { start: number; end: number }[]): ReactNode {
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of [...words].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    nodes.push(...inParts(text, at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  nodes.push(...inParts(text, at, text.length));
  return nodes;
}

function inParts(text: string, from: number, to: number): ReactNode[] {
  if (text.length <= longLine) return [text.slice(from, to)];
  const parts: ReactNode[] = [];
  for (let at = from; at < to; ) {
    const end = Math.min(to, wholeCharacter(text, at + partLength));
    parts.push(
      <span key={`part ${at}`} className="part">
        {text.slice(at, end)}
      </span>,
    );
    at = end;
  }
  return parts;
}

/** Not between the two units of one character. */
function wholeCharacter(text: string, at: number): number {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}
