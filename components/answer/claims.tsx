"use client";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { LaidOut } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Under } from "#lib/contracts/lines-under";
import { CopyButton } from "../parts/copy-button.tsx";
import { MarkedText } from "../parts/marked-text.tsx";
import { Chip, PendingChip } from "./chip.tsx";
import { type Block, layOutClaims } from "./lay-out-claims.ts";
import { LinesUnder, quoted } from "./lines-under.tsx";
import { InlineMarkdown, TableMarkdown } from "./markdown-nodes.tsx";
import { SecretFold } from "./secret-fold.tsx";
import { spaceBetween } from "./split-tail.ts";

/** What all chips of an answer know of each other. */
export type Chipped = {
  turn: number;
  citations: readonly Citation[];
  /** Everything that is shown of the answer. */
  words: readonly LaidOut[];
};

/** Claims of one place in their order, each with its chips, and the lines that they are read in between them. */
export function Claims({ claims, ...shown }: Chipped & { claims: readonly LaidOut[] }) {
  const { turn, citations } = shown;
  const t = useTranslations("answer");
  const [every, setEvery] = useState(false);
  const blocks = useMemo(() => layOutClaims(claims, { every }), [claims, every]);
  const own = claims.some(
    ({ support, rests_on }) => rests_on && (support === "own_words" || support === "supported"),
  );
  const extras: Extras = {
    chips: (claim) => (claim.line ? null : <Chips {...shown} claim={claim} />),
    lines: (under) => <LinesUnder {...under} turn={turn} citations={citations} />,
  };
  return (
    <>
      <Blocks blocks={blocks} extras={extras} />
      {own ? (
        <p className="own-words">
          {t("ownWords")}{" "}
          <button type="button" aria-pressed={every} onClick={() => setEvery(!every)}>
            {t(every ? "hideLines" : "showLines")}
          </button>
        </p>
      ) : null}
    </>
  );
}

/** Words of documents laid out as an answer lays them out, and nothing else. */
export function QuotedBlocks({ claims }: { claims: readonly LaidOut[] }) {
  const blocks = useMemo(() => layOutClaims(claims), [claims]);
  return <Blocks blocks={blocks} extras={{ chips: () => null, lines: () => null }} />;
}

/** What a claim has besides its words. */
type Extras = {
  chips: (claim: LaidOut) => ReactNode;
  lines: (under: Under) => ReactNode;
};

function Blocks({ blocks, extras }: { blocks: Block[]; extras: Extras }) {
  return blocks.map((block) => <OneBlock key={keyOf(block)} block={block} extras={extras} />);
}

function OneBlock({ block, extras }: { block: Block; extras: Extras }) {
  const { chips } = extras;
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
          <Blocks blocks={item.inner} extras={extras} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table": {
      const { claim } = block;
      return (
        <div className={claim.around ? "table-claim around" : "table-claim"}>
          <SecretFold claim={claim}>
            <TableMarkdown text={claim.text} />
          </SecretFold>
          <LeftOut claim={claim} />
          {claim.line ? null : <p>{chips(claim)}</p>}
        </div>
      );
    }
    case "code": {
      const { claim } = block;
      const tail = claim.line ? null : chips(claim);
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
      return extras.lines(block.under);
  }
}

/** Sentences that run on; what was chosen of them is marked where the rest of its paragraph stands with it. */
function Sentences({ claims, chips }: { claims: readonly LaidOut[] } & Pick<Extras, "chips">) {
  const mixed = claims.some(({ around }) => around);
  return claims.map((claim, i) => {
    const words = <Words claim={claim} tail={chips(claim)} />;
    return (
      <Fragment key={claim.id}>
        {i === 0 ? null : spaceBetween(claims[i - 1]?.text ?? "", claim.text)}
        {mixed && !claim.around ? <mark className="chosen">{words}</mark> : words}
        <LeftOut claim={claim} />
      </Fragment>
    );
  });
}

/** Its list goes on in the file, or its table has more rows. */
function LeftOut({ claim: { left_out } }: { claim: LaidOut }) {
  const t = useTranslations("answer");
  return left_out === undefined ? null : (
    <span className="left-out">{t("leftOut", { count: left_out })}</span>
  );
}

/**
 * Words in doubt look it and say why, or have their lines under them; the others stand plain. Lines stand without chips, for
 * those of their neighbour or of their place lead to them; around an answer they stand in less ink.
 */
function Words({ claim, tail }: { claim: LaidOut; tail: ReactNode }) {
  const t = useTranslations("answer");
  const { support, point, lacks = [], rests_on, around, marked = [] } = claim;
  if (claim.line) {
    const words = <InlineMarkdown text={claim.text} words={marked} />;
    return (
      <SecretFold claim={claim}>
        {around ? <span className="around">{words}</span> : words}
      </SecretFold>
    );
  }
  if (support !== "doubt" && support !== "none") {
    return (
      <SecretFold claim={claim} tail={tail}>
        <InlineMarkdown text={claim.text} tail={tail} />
      </SecretFold>
    );
  }
  const why =
    point ?? (lacks.length === 0 ? t(support) : t("lacks", { words: quoted(lacks, t("between")) }));
  return (
    <SecretFold claim={claim} tail={tail}>
      <span className="doubt">
        <InlineMarkdown text={claim.text} tail={tail} words={lacks} />
      </span>
      {rests_on !== undefined ? null : <span className="doubt-why">{why}</span>}
    </SecretFold>
  );
}

function Code({ claim, tail }: { claim: LaidOut; tail: ReactNode }) {
  const t = useTranslations("answer");
  return (
    <div className={claim.around ? "code-claim around" : "code-claim"}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>
          <MarkedText text={claim.text} words={claim.marked ?? []} />
        </code>
      </pre>
      <span className="code-end">
        {tail}
        <CopyButton text={claim.text} name={t("copyCode")} iconOnly />
      </span>
    </div>
  );
}

/** Up to three chips; a longer run is the first and "+3", which opens and hands its focus to the first it has brought. */
function Chips({ turn, claim, words, citations }: Chipped & { claim: LaidOut }) {
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
            words={words}
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
