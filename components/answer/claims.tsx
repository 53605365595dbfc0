"use client";
import { useTranslations } from "next-intl";
import { Fragment, memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Claim } from "#lib/contracts/answer";
import { runsOf } from "#lib/contracts/answer-alone";
import type { Citation } from "#lib/contracts/citation";
import type { Under } from "#lib/contracts/lines-under";
import { CopyButton } from "../parts/copy-button.tsx";
import { PathText } from "../parts/path-text.tsx";
import { SourceLink } from "../source/source-link.tsx";
import { Chip, PendingChip } from "./chip.tsx";
import { type Block, layOutClaims } from "./lay-out-claims.ts";
import { LinesUnder, quoted } from "./lines-under.tsx";
import { InlineMarkdown, TableMarkdown } from "./markdown-nodes.tsx";
import { SecretFold } from "./secret-fold.tsx";
import { spaceBetween } from "./split-tail.ts";

/** The answer's text: claims in their order, each with its chips; what stands beside it under a heading that says so. */
export const Claims = memo(function Claims(props: {
  turn: number;
  claims: readonly Claim[];
  citations: readonly Citation[];
}) {
  const runs = useMemo(() => runsOf(props.claims), [props.claims]);
  return runs.map(({ beside, claims }) => {
    const key = claims[0]?.id;
    return beside === undefined ? (
      <Run key={key} {...props} run={claims} />
    ) : (
      <BesideAnswer key={key} {...props} run={claims} beside={beside} />
    );
  });
});

type Shown = { turn: number; claims: readonly Claim[]; citations: readonly Citation[] };

function Run({ run, ...shown }: Shown & { run: readonly Claim[] }) {
  const blocks = useMemo(() => layOutClaims(run), [run]);
  const beside: Beside = {
    chips: (claim) => <Chips {...shown} claim={claim} />,
    lines: (under) => <LinesUnder {...under} turn={shown.turn} citations={shown.citations} />,
  };
  return <Blocks blocks={blocks} beside={beside} />;
}

/** No answer: the document's own words around it, each place of another section with the way to it. */
function BesideAnswer({
  run,
  beside,
  ...shown
}: Shown & { run: readonly Claim[]; beside: NonNullable<Claim["beside"]> }) {
  const t = useTranslations("answer.beside");
  const id = useId();
  const places = beside === "section" ? [run] : bySource(run);
  return (
    <section className="beside" aria-labelledby={id} data-beside={beside}>
      <h3 id={id}>{t(beside)}</h3>
      {places.map((some) => (
        <div key={some[0]?.id}>
          {beside === "section" ? null : <Crumb {...shown} claim={some[0]} />}
          <Run {...shown} run={some} />
        </div>
      ))}
    </section>
  );
}

function Crumb({ turn, claim, citations }: Omit<Shown, "claims"> & { claim: Claim | undefined }) {
  const citation = citations.find(({ id }) => id === claim?.citations[0]);
  if (citation === undefined) return null;
  return (
    <p className="crumb">
      <SourceLink to={{ turn, kind: "cited", id: citation.id }} className="row-link">
        <PathText path={citation.display_path} />
      </SourceLink>
      {citation.breadcrumb.length === 0 ? null : <span>{citation.breadcrumb.join(" › ")}</span>}
    </p>
  );
}

function bySource(claims: readonly Claim[]): Claim[][] {
  const sources = new Set(claims.map(({ citations }) => citations[0]));
  return [...sources].map((id) => claims.filter(({ citations }) => citations[0] === id));
}

/** Words of documents laid out as an answer lays them out, with nothing beside them. */
export function QuotedBlocks({ claims }: { claims: readonly Claim[] }) {
  const blocks = useMemo(() => layOutClaims(claims), [claims]);
  return <Blocks blocks={blocks} beside={{ chips: () => null, lines: () => null }} />;
}

/** What stands beside the words of a claim. */
type Beside = {
  chips: (claim: Claim) => ReactNode;
  lines: (under: Under) => ReactNode;
};

function Blocks({ blocks, beside }: { blocks: Block[]; beside: Beside }) {
  return blocks.map((block) => <OneBlock key={keyOf(block)} block={block} beside={beside} />);
}

function OneBlock({ block, beside }: { block: Block; beside: Beside }) {
  const { chips } = beside;
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          {block.claims.map((claim, i) => (
            <Fragment key={claim.id}>
              {i === 0 ? null : spaceBetween(block.claims[i - 1]?.text ?? "", claim.text)}
              <Words claim={claim} tail={chips(claim)} />
            </Fragment>
          ))}
        </p>
      );
    case "list": {
      const items = block.items.map((item) => (
        <li key={item.claim.id}>
          <Words claim={item.claim} tail={chips(item.claim)} />
          <Blocks blocks={item.inner} beside={beside} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table": {
      const { claim } = block;
      return (
        <div className="table-claim">
          <SecretFold claim={claim}>
            <TableMarkdown text={claim.text} />
          </SecretFold>
          <p>{chips(claim)}</p>
        </div>
      );
    }
    case "code": {
      const { claim } = block;
      const tail = chips(claim);
      return (
        <SecretFold claim={claim} tail={tail}>
          <Code claim={claim} tail={tail} />
        </SecretFold>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Words claim={block.claim} tail={chips(block.claim)} />
        </blockquote>
      );
    case "lines":
      return beside.lines(block.under);
  }
}

/** Weakly supported words look weaker and say why, or have their lines under them; the others stand plain. */
function Words({ claim, tail }: { claim: Claim; tail: ReactNode }) {
  const t = useTranslations("answer");
  const { support, lacks = [], rests_on } = claim;
  if (support === "verbatim" || support === "supported") {
    return (
      <SecretFold claim={claim} tail={tail}>
        <InlineMarkdown text={claim.text} tail={tail} />
      </SecretFold>
    );
  }
  return (
    <SecretFold claim={claim} tail={tail}>
      <span className="weak">
        <InlineMarkdown text={claim.text} tail={tail} words={lacks} />
      </span>
      {rests_on !== undefined ? null : (
        <span className="weak-why">
          {lacks.length === 0 ? t(support) : t("lacks", { words: quoted(lacks, t("between")) })}
        </span>
      )}
    </SecretFold>
  );
}

function Code({ claim, tail }: { claim: Claim; tail: ReactNode }) {
  const t = useTranslations("answer");
  return (
    <div className="code-claim">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{claim.text}</code>
      </pre>
      <span className="code-end">
        {tail}
        <CopyButton text={claim.text} name={t("copyCode")} iconOnly />
      </span>
    </div>
  );
}

/** Up to three chips; a longer run is the first and "+3", which opens and hands its focus to the first it has brought. */
function Chips(props: {
  turn: number;
  claim: Claim;
  claims: readonly Claim[];
  citations: readonly Citation[];
}) {
  const { turn, claim, claims, citations } = props;
  const t = useTranslations("answer");
  const [all, setAll] = useState(false);
  const run = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (all) run.current?.querySelectorAll<HTMLElement>("a.chip")[1]?.focus();
  }, [all]);
  const ids = all || claim.citations.length <= 3 ? claim.citations : claim.citations.slice(0, 1);
  const hidden = claim.citations.length - ids.length;
  return (
    <span ref={run} className="chips" data-all={all || undefined}>
      {ids.map((id) => {
        const citation = citations.find((c) => c.id === id);
        return citation === undefined ? (
          <PendingChip key={id} id={id} />
        ) : (
          <Chip
            key={id}
            turn={turn}
            citation={citation}
            citations={citations}
            claims={claims}
            claim={claim}
          />
        );
      })}
      {hidden === 0 ? null : (
        <button
          type="button"
          className="chip chip-more"
          aria-label={t("moreSources", { count: hidden })}
          onClick={() => setAll(true)}
        >
          {`+${hidden}`}
        </button>
      )}
    </span>
  );
}

function keyOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.claims[0]?.id ?? "";
    case "list":
      return block.items[0]?.claim.id ?? "";
    case "lines":
      return `${block.claim.id} lines`;
    default:
      return block.claim.id;
  }
}
