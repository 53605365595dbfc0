import type { Answer, AnswerBlock } from "#lib/contracts/answer";
import { placeKey } from "#lib/contracts/blocks";
import { say } from "#lib/platform/say";
import { renumbered } from "./number.ts";
import { renderAnswer } from "./render.ts";

/**
 * The answer with its first `most` sentences, and a notice that counts the others. Lines around a sentence that is left out
 * go with it; what nothing cites any more stands among what was also read. An answer that counts files is a list, and stays
 * whole.
 */
export function firstClaims(answer: Answer, most: number): Answer {
  if (answer.claims.length <= most || answer.listings !== undefined) return answer;
  const kept = answer.claims.slice(0, most);
  const blocks = withoutClaims(answer.blocks, new Set(kept.map(({ id }) => id)));
  const used = new Set([
    ...kept.flatMap(({ citations, rests_on = [] }) => [
      ...citations,
      ...rests_on.map(({ citation }) => citation),
    ]),
    ...blocks.flatMap((block) =>
      block.kind === "answer" ? [] : block.lines.map(({ citation }) => citation),
    ),
  ]);
  const cited = answer.citations.filter(({ id }) => used.has(id));
  const uncited = answer.citations.filter(({ id }) => !used.has(id));
  const order = [...cited, ...uncited, ...answer.also_read].map(({ id }) => id);
  const numbers = new Map(order.map((id, i) => [id, i + 1]));
  const number = <T extends { id: number }>(one: T): T => ({
    ...one,
    id: numbers.get(one.id) ?? one.id,
  });
  const claims = kept.map((claim) => renumbered(claim, numbers));
  const shown = { claims, blocks: blocks.map((block) => moved(block, numbers)) };
  const ids = new Set(claims.map(({ id }) => id));
  const parts = answer.parts?.map((part) => ({
    ...part,
    claims: part.claims.filter((id) => ids.has(id)),
  }));
  const outcomes = { outcome: answer.outcome, ...(parts === undefined ? {} : { parts }) };
  const message = say(answer.lang, "notice.claims_left_out", {
    count: answer.claims.length - most,
  });
  return {
    ...answer,
    ...shown,
    ...outcomes,
    citations: cited.map(number),
    also_read: [...uncited, ...answer.also_read].map(number),
    gaps: answer.gaps.map((gap) => ({
      ...gap,
      nearest: gap.nearest.map(number),
      next_steps: gap.next_steps.map((step) =>
        step.action === "open" && typeof step.value === "number"
          ? { ...step, value: numbers.get(step.value) ?? step.value }
          : step,
      ),
    })),
    notices: [...answer.notices, { code: "context_cut", message }],
    markdown: renderAnswer({ ...shown, ...outcomes, folders: answer.folders }, answer.lang),
  };
}

function withoutClaims(blocks: readonly AnswerBlock[], kept: ReadonlySet<string>): AnswerBlock[] {
  const left = blocks.flatMap((block): AnswerBlock[] => {
    if (block.kind !== "answer") return [block];
    const claims = block.claims.filter((id) => kept.has(id));
    return claims.length === 0 ? [] : [{ ...block, claims }];
  });
  const places = new Set(
    left.flatMap((block) => (block.kind === "answer" ? [placeKey(block.place)] : [])),
  );
  return left.filter((block) => block.kind !== "around" || places.has(placeKey(block.place)));
}

function moved(block: AnswerBlock, numbers: ReadonlyMap<number, number>): AnswerBlock {
  if (block.kind === "answer") return block;
  const lines = block.lines.map((line) => ({
    ...line,
    citation: numbers.get(line.citation) ?? line.citation,
  }));
  return { ...block, lines };
}
