"use client";
import { ChevronLeft, ChevronRight, Link2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type MouseEvent, useState } from "react";
import type { LaidOut } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { crumbOf } from "#lib/contracts/origins";
import { fullWhen } from "../locale/dates.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { MarkedText } from "../parts/marked-text.tsx";
import { PathText } from "../parts/path-text.tsx";
import { EditorButton } from "../source/editor-button.tsx";
import { LineRange } from "../source/line-range.tsx";
import { sourceAddress } from "../source/source-address.ts";
import { SourceLink } from "../source/source-link.tsx";
import { StateWord } from "../source/state-word.tsx";
import { cardLines } from "./card-lines.ts";
import type { ExcerptLine } from "./excerpt-lines.ts";
import { ExcerptMarkdown } from "./markdown-nodes.tsx";

/**
 * What stands behind a chip, from data that is already here: where, the lines themselves as a reader of the file sees them,
 * how they stand on disk, why they were found; and from here to the neighbours, the file and the clipboard.
 */
export function Peek(props: {
  turn: number;
  /** The source of the chip. */
  citation: Citation;
  /** All of the answer, in order. */
  citations: readonly Citation[];
  words: readonly LaidOut[];
  /** Those that the chip stands behind. */
  claims: readonly LaidOut[] | undefined;
}) {
  const { turn, citations, words } = props;
  const t = useTranslations("source");
  const locale = useLocale();
  const [id, setId] = useState(props.citation.id);
  const at = citations.findIndex((one) => one.id === id);
  const citation = citations[at] ?? props.citation;
  const own = citation === props.citation ? props.claims : undefined;
  const walk = (by: 1 | -1) => (event: MouseEvent) => {
    keepHeight(event.currentTarget);
    setId(citations[(at + by + citations.length) % citations.length]?.id ?? id);
  };
  const to = { turn, kind: "cited", id: citation.id } as const;
  return (
    <>
      <header>
        <PathText path={citation.display_path} />
        <LineRange range={citation.locator} />
      </header>
      <p className="crumb">{crumbOf(citation)}</p>
      {citation.contains_secret ? (
        <p className="quoted">{t("secret")}</p>
      ) : (
        <Quoted
          citation={citation}
          claims={own ?? words.filter((one) => one.citations.includes(citation.id))}
        />
      )}
      <p className="why">
        <StateWord citation={citation} />
        <span className="meta">
          {t("saved", { when: fullWhen(citation.file.mtime_ms, locale) })}
        </span>
        <span className="basis-full">{citation.reason}</span>
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only leaves the focus with the chip while the pointer works here. */}
      <footer onMouseDown={keepFocus}>
        {citations.length < 2 ? null : (
          <>
            <IconButton name={t("previous")} onClick={walk(-1)}>
              <ChevronLeft size={16} aria-hidden="true" />
            </IconButton>
            <span className="meta">{t("place", { at: at + 1, of: citations.length })}</span>
            <IconButton name={t("next")} onClick={walk(1)}>
              <ChevronRight size={16} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <span className="flex-1" />
        <SourceLink to={to} className="btn btn-quiet">
          {t("open")}
        </SourceLink>
        {citation.contains_secret ? null : (
          <CopyButton
            text={citation.snippet}
            name={t("copyQuote")}
            act="copy-quote"
            icon={<Fragment />}
          />
        )}
        <CopyButton
          text={() => sourceAddress(to)}
          name={t("copyLink")}
          icon={<Link2 size={16} aria-hidden="true" />}
          iconOnly
        />
        <EditorButton citation={citation} iconOnly />
      </footer>
    </>
  );
}

function Quoted({ citation, claims }: { citation: Citation; claims: readonly LaidOut[] }) {
  const { lines, above, below } = cardLines(citation, claims);
  return (
    <blockquote className="quoted">
      {above ? <div className="cut">…</div> : null}
      {lines.map(({ line, said, apart }) => (
        <Fragment key={said.at}>
          {apart ? <div className="cut">…</div> : null}
          <div className="quoted-line" data-n={line} data-kind={said.kind}>
            <span>
              <Said line={said} words={citation.matched} />
            </span>
          </div>
        </Fragment>
      ))}
      {below ? <div className="cut">…</div> : null}
    </blockquote>
  );
}

function Said({ line, words }: { line: ExcerptLine; words: readonly string[] }) {
  if (line.kind === "code") return <MarkedText text={line.text} words={words} />;
  return (
    <>
      {line.mark}
      {line.parts.map((tokens, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a finished row have no other name and never move.
        <Fragment key={i}>
          {i === 0 ? null : " · "}
          <ExcerptMarkdown tokens={tokens} words={words} />
        </Fragment>
      ))}
    </>
  );
}

/** One walks within the card: shorter, it would draw its buttons away from under the pointer, and close. */
function keepHeight(button: Element): void {
  const card = button.closest<HTMLElement>(".peek");
  if (card !== null) card.style.minHeight = `${card.offsetHeight}px`;
}

const keepFocus = (event: MouseEvent) => event.preventDefault();
