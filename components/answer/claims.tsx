"use client";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { LaidOut } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Under } from "#lib/contracts/lines-under";
import { CopyButton } from "../parts/copy-button.tsx";
import { MarkedText } from "../parts/marked-text.tsx";
import { AnswerTable } from "./answer-table.tsx";
import { Chip, PendingChip } from "./chip.tsx";
import { chipRuns, type Run } from "./chip-runs.ts";
import { type Block, layOutClaims } from "./lay-out-claims.ts";
import { LinesUnder, quoted } from "./lines-under.tsx";
import { InlineMarkdown } from "./markdown-nodes.tsx";
import { SecretFold } from "./secret-fold.tsx";
import { spaceBetween } from "./split-tail.ts";

/** What all chips of an answer know of each other. */
export type Chipped = {
  turn: number;
  citations: readonly Citation[];
  /** Everything that is shown of the answer. */
  words: readonly LaidOut[];
};

/** Claims of one place in their order, each run of one source with its chips, and the lines that they are read in. */
export function Claims({ claims, ...shown }: Chipped & { claims: readonly LaidOut[] }) {
  const { turn, citations } = shown;
  const t = useTranslations("answer");
  const [every, setEvery] = useState(false);
  const blocks = useMemo(() => layOutClaims(claims, { every }), [claims, every]);
  const runs = useMemo(() => chipRuns(blocks), [blocks]);
  const [pointedAt, setPointedAt] = useState<Run>();
  const own = claims.some(
    ({ support, rests_on }) => rests_on && (support === "own_words" || support === "supported"),
  );
  // A run that has grown since has a chip of its own, whose card is closed.
  const lit = [...runs.values()].find((run) => run === pointedAt) ?? [];
  const extras: Extras = {
    chips(words) {
      const run = runs.get(words);
      if (run === undefined) return null;
      const show = (open: boolean) => setPointedAt(open ? run : undefined);
      return <Chips {...shown} run={run} onShown={show} />;
    },
    isPointedAt: (words) => lit.includes(words),
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
  return <Blocks blocks={blocks} extras={noExtras} />;
}

/** What a claim has besides its words. */
type Extras = {
  chips: (words: LaidOut) => ReactNode;
  /** The card of its chip is open. */
  isPointedAt: (words: LaidOut) => boolean;
  lines: (under: Under) => ReactNode;
};

const noExtras: Extras = { chips: () => null, isPointedAt: () => false, lines: () => null };

function Blocks({ blocks, extras }: { blocks: Block[]; extras: Extras }) {
  return blocks.map((block) => <OneBlock key={keyOf(block)} block={block} extras={extras} />);
}

function OneBlock({ block, extras }: { block: Block; extras: Extras }) {
  const { chips } = extras;
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Sentences claims={block.claims} {...extras} />
        </p>
      );
    case "list": {
      const items = block.items.map((item) => (
        <li key={item.claim.id} value={block.ordered ? stepNumber(item.claim) : undefined}>
          <Sentences claims={[item.claim, ...item.rest]} {...extras} />
          <Blocks blocks={item.inner} extras={extras} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table": {
      const { claim } = block;
      return (
        <SecretFold claim={claim} tail={chips(claim)}>
          <AnswerTable claim={claim} tail={chips(claim)} />
        </SecretFold>
      );
    }
    case "code": {
      const { claim } = block;
      const tail = chips(claim);
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
          <Sentences claims={block.claims} {...extras} />
        </blockquote>
      );
    case "lines":
      return extras.lines(block.under);
  }
}

/** As it was written: a step that is not shown leaves its number free. */
const stepNumber = ({ info }: LaidOut): number | undefined => Number(info) || undefined;

/** Sentences that run on in one tone; those of the chip whose card is open are lit. */
function Sentences(props: { claims: readonly LaidOut[] } & Pick<Extras, "chips" | "isPointedAt">) {
  const { claims, chips, isPointedAt } = props;
  return claims.map((claim, i) => (
    <Fragment key={claim.id}>
      {i === 0 ? null : spaceBetween(claims[i - 1]?.text ?? "", claim.text)}
      <span className="said" data-lit={isPointedAt(claim) || undefined}>
        <Words claim={claim} tail={chips(claim)} />
      </span>
      <LeftOut claim={claim} />
    </Fragment>
  ));
}

/** Its list goes on in the file. */
function LeftOut({ claim: { left_out } }: { claim: LaidOut }) {
  const t = useTranslations("answer");
  return left_out === undefined ? null : (
    <span className="left-out">{t("moreItems", { count: left_out })}</span>
  );
}

/** Words in doubt look it and say why, or have their lines under them; the others stand plain. */
function Words({ claim, tail }: { claim: LaidOut; tail: ReactNode }) {
  const t = useTranslations("answer");
  const { support, point, lacks = [], rests_on, line, marked = [] } = claim;
  const words = line === true ? marked : [];
  if (support !== "doubt" && support !== "none") {
    return (
      <SecretFold claim={claim} tail={tail}>
        <InlineMarkdown text={claim.text} tail={tail} words={words} />
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
    <div className="code-claim">
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

/** Up to three chips; more are the first and "+3", which opens and hands its focus to the first it has brought. */
function Chips(props: Chipped & { run: Run; onShown: (open: boolean) => void }) {
  const { turn, run: claims, words, citations } = props;
  const cited = claims[0]?.citations ?? [];
  const t = useTranslations("answer");
  const [all, setAll] = useState(false);
  const run = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (all) run.current?.querySelectorAll<HTMLElement>("a.chip")[1]?.focus();
  }, [all]);
  const ids = all || cited.length <= 3 ? cited : cited.slice(0, 1);
  const hidden = cited.length - ids.length;
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
            claims={claims}
            onShown={props.onShown}
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
