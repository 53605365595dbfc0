"use client";
import { useTranslations } from "next-intl";
import { Fragment, memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Under } from "#lib/contracts/lines-under";
import { type Stretch, stretchesOf } from "#lib/contracts/origins";
import { CopyButton } from "../parts/copy-button.tsx";
import { Chip, PendingChip } from "./chip.tsx";
import { type Block, layOutClaims } from "./lay-out-claims.ts";
import { LinesUnder, quoted } from "./lines-under.tsx";
import { InlineMarkdown, TableMarkdown } from "./markdown-nodes.tsx";
import { Origin } from "./origin.tsx";
import { SecretFold } from "./secret-fold.tsx";
import { spaceBetween } from "./split-tail.ts";

type Shown = { turn: number; claims: readonly Claim[]; citations: readonly Citation[] };

/**
 * The answer's text: claims in their order, each with its chips; what is quoted under where it comes from, and what stands
 * beside the answer under a heading that says so.
 */
export const Claims = memo(function Claims({ quoted, ...shown }: Shown & { quoted: boolean }) {
  const { claims, citations } = shown;
  const runs = useMemo(
    () => stretchesOf({ claims, citations: quoted ? citations : [] }),
    [claims, citations, quoted],
  );
  return runs.map(({ beside, stretches }) => {
    const key = stretches[0]?.claims[0]?.id;
    const all = stretches.map((one) => <Quoted key={one.claims[0]?.id} {...shown} stretch={one} />);
    return beside === undefined ? (
      <Fragment key={key}>{all}</Fragment>
    ) : (
      <BesideAnswer key={key} beside={beside}>
        {all}
      </BesideAnswer>
    );
  });
});

/** No answer: the document's own words around it. */
function BesideAnswer(props: { beside: NonNullable<Claim["beside"]>; children: ReactNode }) {
  const { beside, children } = props;
  const t = useTranslations("answer.beside");
  const id = useId();
  return (
    <section className="around" aria-labelledby={id} data-beside={beside}>
      <h3 id={id}>{t(beside)}</h3>
      {children}
    </section>
  );
}

/** Claims in a row from one section, under the way to it. */
function Quoted({ stretch, ...shown }: Shown & { stretch: Stretch }) {
  const { from, claims } = stretch;
  const { turn, citations } = shown;
  const blocks = useMemo(() => layOutClaims(claims), [claims]);
  const beside: Beside = {
    chips: (claim) => <Chips {...shown} claim={claim} />,
    lines: (under) => <LinesUnder {...under} turn={turn} citations={citations} />,
  };
  return (
    <>
      {from === undefined ? null : (
        <Origin from={from} shown={citations} to={{ turn, kind: "cited", id: from.id }} />
      )}
      <Blocks blocks={blocks} beside={beside} />
    </>
  );
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
          <Sentences claims={block.claims} chips={chips} />
        </p>
      );
    case "list": {
      const items = block.items.map((item) => (
        <li key={item.claim.id}>
          <Sentences claims={[item.claim, ...item.rest]} chips={chips} />
          <Blocks blocks={item.inner} beside={beside} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table": {
      const { claim } = block;
      return (
        <div className={claim.context ? "table-claim context" : "table-claim"}>
          <SecretFold claim={claim}>
            <TableMarkdown text={claim.text} />
          </SecretFold>
          <LeftOut claim={claim} />
          {claim.context ? null : <p>{chips(claim)}</p>}
        </div>
      );
    }
    case "code": {
      const { claim } = block;
      const tail = claim.context ? null : chips(claim);
      return (
        <>
          <SecretFold claim={claim} tail={tail}>
            <Code claim={claim} tail={tail} />
          </SecretFold>
          <LeftOut claim={claim} />
        </>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Sentences claims={block.claims} chips={chips} />
        </blockquote>
      );
    case "lines":
      return beside.lines(block.under);
  }
}

/** Sentences that run on; what was chosen of them is marked where the rest of its paragraph stands with it. */
function Sentences({ claims, chips }: { claims: readonly Claim[] } & Pick<Beside, "chips">) {
  const mixed = claims.some(({ context }) => context);
  return claims.map((claim, i) => {
    const words = <Words claim={claim} tail={chips(claim)} />;
    return (
      <Fragment key={claim.id}>
        {i === 0 ? null : spaceBetween(claims[i - 1]?.text ?? "", claim.text)}
        {mixed && !claim.context ? <mark className="chosen">{words}</mark> : words}
        <LeftOut claim={claim} />
      </Fragment>
    );
  });
}

/** Its list goes on in the file, or its table has more rows. */
function LeftOut({ claim: { left_out } }: { claim: Claim }) {
  const t = useTranslations("answer");
  return left_out === undefined ? null : (
    <span className="left-out">{t("leftOut", { count: left_out })}</span>
  );
}

/**
 * Weakly supported words look weaker and say why, or have their lines under them; the others stand plain. What these are
 * read in stands in less ink and without chips: those of its neighbour lead to the same lines.
 */
function Words({ claim, tail }: { claim: Claim; tail: ReactNode }) {
  const t = useTranslations("answer");
  const { support, lacks = [], rests_on, context } = claim;
  if (context) {
    return (
      <SecretFold claim={claim}>
        <span className="context">
          <InlineMarkdown text={claim.text} />
        </span>
      </SecretFold>
    );
  }
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
    <div className={claim.context ? "code-claim context" : "code-claim"}>
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
          aria-label={t("moreSourcesNamed", { count: hidden })}
          onClick={() => setAll(true)}
        >
          {t("moreSources", { count: hidden })}
        </button>
      )}
    </span>
  );
}

function keyOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "quote":
      return block.claims[0]?.id ?? "";
    case "list":
      return block.items[0]?.claim.id ?? "";
    case "lines":
      return `${block.claim.id} lines`;
    default:
      return block.claim.id;
  }
}
