"use client";
import { useTranslations } from "next-intl";
import { type Ref, useId, useState } from "react";
import type { Citation } from "#lib/contracts/citation";
import type { Turn } from "../ask/turn.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { MarkedText } from "../parts/marked-text.tsx";
import { PathText } from "../parts/path-text.tsx";
import { takeFocus } from "../parts/take-focus.ts";
import { citationKey } from "../source/citation-key.ts";
import { LineRange } from "../source/line-range.tsx";
import { PageOrigin } from "../source/page-origin.tsx";
import { SourceLink } from "../source/source-link.tsx";
import type { SourceRef } from "../source/source-ref.ts";
import { StateWord } from "../source/state-word.tsx";
import { ChipLink } from "./chip.tsx";
import { plainWords } from "./plain-text.ts";
import { WhyFound } from "./why-found.tsx";

const FOLD_FROM = 5;

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
      <ul id={id} hidden={!open}>
        {passages.map((passage, i) => (
          <li key={citationKey(passage)}>
            <SourceLink to={{ turn, kind: "read", at: i + 1 }} className="row-link">
              <PathText path={passage.display_path} /> <LineRange range={passage.locator} />
            </SourceLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function SourceCard(props: {
  ref?: Ref<HTMLElement>;
  turn: number;
  citation: Citation;
  to: SourceRef;
}) {
  const t = useTranslations("sources");
  const source = useTranslations("source");
  const { citation } = props;
  const id = useId();
  const [why, setWhy] = useState(false);
  return (
    <article ref={props.ref} className="source-card" aria-label={t("card", { id: citation.id })}>
      <ChipLink turn={props.turn} citation={citation} tabIndex={-1} />
      <div>
        <div className="head">
          <SourceLink to={props.to} className="open">
            <PathText path={citation.display_path} />
          </SourceLink>
          <LineRange range={citation.locator} />
          <StateWord citation={citation} />
        </div>
        {citation.source === undefined ? null : <PageOrigin source={citation.source} />}
        <p className="quote">
          {citation.contains_secret ? (
            source("secret")
          ) : (
            <MarkedText text={plainWords(citation.snippet)} words={citation.matched} />
          )}
        </p>
        <div className="foot">
          <span className="crumb">{citation.breadcrumb.join(" › ")}</span>
          <FoldButton open={why} aria-controls={id} onClick={() => setWhy(!why)}>
            {t("why")}
          </FoldButton>
        </div>
        {why ? <WhyFound citation={citation} id={id} /> : null}
      </div>
    </article>
  );
}
