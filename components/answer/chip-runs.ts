import type { LaidOut } from "#lib/contracts/blocks";
import type { Block } from "./lay-out-claims.ts";

/** The claims of one run, in order; each keeps its own spans. */
export type Run = readonly LaidOut[];

/**
 * Where the chips of an answer stand: once for a run of words of one source, behind the last of them. A run goes to the end
 * of its paragraph or list; "as follows:" and "for example," run on into what follows. Words in doubt, and folded ones, keep chips of their
 * own, for what is said of them stands right behind them. Lines that are read with claims of their source belong to the
 * run; where there are only lines, there is none. Pure.
 *
 *     A. B. C [1].      "A" and "B" are read, "C" carries the chip, and its card shows the lines of all three
 */
export function chipRuns(blocks: readonly Block[]): ReadonlyMap<LaidOut, Run> {
  const runs = new Map<LaidOut, Run>();
  let run: LaidOut[] = [];
  const end = () => {
    const claims = run.filter(({ line }) => line === undefined);
    const last = run.at(-1);
    if (last !== undefined && claims.length > 0) runs.set(last, claims);
    run = [];
  };
  for (const words of inOrder(blocks)) {
    if (words === "end" || !isOfRun(words, run)) end();
    if (words === "end") continue;
    run.push(words);
    if (standsAlone(words)) end();
  }
  end();
  return runs;
}

function* inOrder(blocks: readonly Block[], inItem = false): Generator<LaidOut | "end"> {
  for (const block of blocks) {
    switch (block.kind) {
      case "paragraph":
      case "quote":
        yield* block.claims;
        if (!inItem && !leadsOn(block.claims.at(-1))) yield "end";
        break;
      case "list":
        for (const { claim, rest, inner } of block.items) {
          yield* [claim, ...rest];
          yield* inOrder(inner, true);
        }
        if (!inItem) yield "end";
        break;
      case "table":
      case "code":
        yield block.claim;
        if (!inItem) yield "end";
        break;
      case "lines":
        yield "end";
    }
  }
}

function isOfRun(words: LaidOut, run: Run): boolean {
  const [first] = run;
  if (first === undefined) return true;
  return !standsAlone(words) && words.citations.join() === first.citations.join();
}

const standsAlone = ({ support, contains_secret }: LaidOut): boolean =>
  support === "doubt" || support === "none" || contains_secret === true;

const leadsOn = (claim: LaidOut | undefined): boolean =>
  claim !== undefined && /[:：,，]\W*$/.test(claim.text);
