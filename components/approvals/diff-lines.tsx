"use client";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { ApprovalShows } from "#lib/contracts/approvals";
import { maskMark } from "#lib/contracts/mask-mark";
import { writtenInLine } from "#lib/contracts/written-out";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { MaskedText } from "../tools/masked-text.tsx";
import { type DiffLine, type DiffRow, readDiff } from "./read-diff.ts";

const signs = { gone: "−", come: "+" } as const;

/** The change to one file, line by line: numbers before and after, a sign that is spoken as a word, and colour last. */
export function DiffLines({ shows }: { shows: Extract<ApprovalShows, { kind: "diff" }> }) {
  const t = useTranslations("approvals.exactly");
  const path = writtenInLine(shows.path);
  const { rows, crlf } = readDiff(shows.diff);
  const count = (kind: DiffRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  const masked = shows.diff.split(maskMark).length - 1;
  const { created = false, cut } = shows;
  return (
    <figure className="exact">
      <figcaption className="diff-head">
        <code>{path}</code>
        {created ? <span>{t("newFile")}</span> : null}
        <span>{t("change", { come: count("come"), gone: count("gone") })}</span>
        {crlf ? <span>{t("crlf")}</span> : null}
      </figcaption>
      {cut === undefined ? null : (
        <p className="meta caution">{t("cut", { come: cut.come, gone: cut.gone })}</p>
      )}
      {masked === 0 ? null : <p className="meta caution">{t("masked", { count: masked })}</p>}
      {rows.length === 0 ? (
        <p className="meta">{t("noChange")}</p>
      ) : (
        <ScrollBox name={t("changeOf", { path })} className="diff">
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of a diff is known by its place.
            <Row key={i} row={row} />
          ))}
        </ScrollBox>
      )}
    </figure>
  );
}

function Row({ row }: { row: DiffRow }) {
  const t = useTranslations("approvals.exactly");
  if (row.kind === "break") {
    return (
      <div data-line="break">
        <span className="sr-only">{t("break")}</span>
        <span aria-hidden="true">⋯</span>
      </div>
    );
  }
  return (
    <div data-line={row.kind}>
      <span>{"old" in row ? row.old : ""}</span>
      <span>{"new" in row ? row.new : ""}</span>
      {row.kind === "same" ? (
        <span />
      ) : (
        <span>
          <span aria-hidden="true">{signs[row.kind]}</span>
          <span className="sr-only">{t(row.kind)}</span>
        </span>
      )}
      <code>
        <LineText line={row} />
        {row.bare ? <i className="bare">{t("bare")}</i> : null}
      </code>
    </div>
  );
}

/** What is a line's own stands out by a stroke through it or under it. A mask is never cut in two for that. */
function LineText({ line }: { line: DiffLine }) {
  const { text, own, kind } = line;
  if (own === undefined || text.includes(maskMark)) return <MaskedText text={text} />;
  const Own = kind === "gone" ? "s" : "u";
  return (
    <>
      {own.map(([start, end], i) => (
        <Fragment key={start}>
          <MaskedText text={text.slice(own[i - 1]?.[1] ?? 0, start)} />
          <Own>
            <MaskedText text={text.slice(start, end)} />
          </Own>
        </Fragment>
      ))}
      <MaskedText text={text.slice(own.at(-1)?.[1] ?? 0)} />
    </>
  );
}
