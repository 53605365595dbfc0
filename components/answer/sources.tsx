"use client";
import { useTranslations } from "next-intl";
import { type Ref, useId, useState } from "react";
import { allWords, type LaidOut, ownFirst } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { crumbOf } from "#lib/contracts/origins";
import type { Turn } from "../ask/turn.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { MarkedText } from "../parts/marked-text.tsx";
import { PathText } from "../parts/path-text.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { takeFocus } from "../parts/take-focus.ts";
import { citationKey } from "../source/citation-key.ts";
import { LineRange } from "../source/line-range.tsx";
import { PageOrigin } from "../source/page-origin.tsx";
import { SourceLink } from "../source/source-link.tsx";
import type { SourceRef } from "../source/source-ref.ts";
import { StateWord } from "../source/state-word.tsx";
import { ChipLink } from "./chip.tsx";
import { readTable, type Table, TableRows } from "./markdown-nodes.tsx";
import { plainWords } from "./plain-text.ts";
import { WhyFound } from "./why-found.tsx";

const FOLD_FROM = 5;
/** So many rows of a table stand in a card. */
const mostRows = 3;

/** Under the answer: what it cites, and folded what was read besides. */
export function Sources({ turn, number }: { turn: Turn; number: number }) {
  const t = useTranslations("sources");
  const [all, setAll] = useState(false);
  const alsoRead = turn.answer?.also_read ?? [];
  // What is nearest to an answer that is none stands in its gap.
  if (turn.claims.length === 0) {
    const near = new Set(turn.gaps.flatMap((gap) => gap.nearest.map(citationKey)));
    if (alsoRead.every((passage) => near.has(citationKey(passage)))) return null;
    return (
      <div className="section">
        <AlsoRead turn={number} passages={alsoRead} />
      </div>
    );
  }
  const words = allWords(turn);
  const files = new Set(turn.citations.map((c) => `${c.root_id}\n${c.relative_path}`)).size;
  const shown = all ? turn.citations : turn.citations.slice(0, FOLD_FROM);
  const hidden = turn.citations.length - shown.length;
  return (
    <section
      className="section"
      aria-label={t("name")}
      data-part="sources"
      data-turn={number}
      tabIndex={-1}
    >
      <div className="section-head">
        <h3>{t("name")}</h3>
        <span className="meta">{t("count", { count: turn.citations.length, files })}</span>
      </div>
      {shown.map((citation, at) => (
        <SourceCard
          key={citation.id}
          {...(at === FOLD_FROM ? { ref: takeFocus } : {})}
          turn={number}
          citation={citation}
          words={words}
          to={{ turn: number, kind: "cited", id: citation.id }}
        />
      ))}
      {hidden > 0 ? (
        <FoldButton open={false} onClick={() => setAll(true)}>
          {t("more", { count: hidden })}
        </FoldButton>
      ) : null}
      <AlsoRead turn={number} passages={alsoRead} />
    </section>
  );
}

function AlsoRead({ turn, passages }: { turn: number; passages: readonly Citation[] }) {
  const t = useTranslations("sources");
  const id = useId();
  const [open, setOpen] = useState(false);
  if (passages.length === 0) return null;
  return (
    <>
      <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t("alsoRead", { count: passages.length })}
      </FoldButton>
      <ul id={id} hidden={!open} className="also-read">
        {passages.map((passage, i) => (
          <li key={citationKey(passage)}>
            <SourceLink to={{ turn, kind: "read", at: i + 1 }} className="row-link">
              <strong>{headingOf(passage)}</strong>
              <PathText path={passage.display_path} /> <LineRange range={passage.locator} />
            </SourceLink>
            {passage.contains_secret ? null : <p className="near">{wordsUnder(passage)}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The nearest heading above the passage, else the name of its document. */
const headingOf = ({ breadcrumb, title }: Citation): string => breadcrumb.at(-1) ?? title;

/** The passage's words without the heading that stands above them already. */
function wordsUnder(passage: Citation): string {
  const words = plainWords(passage.snippet);
  const heading = headingOf(passage);
  return words.startsWith(heading) ? words.slice(heading.length).trimStart() : words;
}

function SourceCard(props: {
  ref?: Ref<HTMLElement>;
  turn: number;
  citation: Citation;
  words: readonly LaidOut[];
  to: SourceRef;
}) {
  const t = useTranslations("sources");
  const source = useTranslations("source");
  const { citation } = props;
  const id = useId();
  const [why, setWhy] = useState(false);
  const table = citation.contains_secret ? undefined : citedRows(citation, props.words);
  return (
    <article ref={props.ref} className="source-card" aria-label={t("card", { id: citation.id })}>
      <ChipLink turn={props.turn} citation={citation} short tabIndex={-1} />
      <div>
        <div className="head">
          <SourceLink to={props.to} className="open">
            <PathText path={citation.display_path} />
          </SourceLink>
          <LineRange range={citation.locator} />
          <StateWord citation={citation} />
        </div>
        {citation.source === undefined ? null : <PageOrigin source={citation.source} />}
        {table === undefined ? (
          <p className="quote">
            {citation.contains_secret ? (
              source("secret")
            ) : (
              <MarkedText text={plainWords(citation.snippet)} words={citation.matched} />
            )}
          </p>
        ) : (
          <ScrollBox name={t("rows")} className="quote-rows">
            <TableRows table={table} most={mostRows} />
          </ScrollBox>
        )}
        <div className="foot">
          <span className="crumb">{crumbOf(citation)}</span>
          <FoldButton open={why} aria-controls={id} onClick={() => setWhy(!why)}>
            {t("why")}
          </FoldButton>
        </div>
        {why ? <WhyFound citation={citation} id={id} /> : null}
      </div>
    </article>
  );
}

/** The header and the rows of the table that an answer quotes from a source. */
function citedRows({ id }: Citation, words: readonly LaidOut[]): Table | undefined {
  const own = ownFirst(words.filter(({ citations }) => citations.includes(id)));
  const quoted = own.find(({ kind }) => kind === "table");
  return quoted === undefined ? undefined : readTable(quoted.text);
}
