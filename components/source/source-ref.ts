import type { Citation } from "#lib/contracts/citation";
import type { Turn } from "../ask/turn.ts";

/**
 * The address of a source inside a conversation: `?src=3` is citation 3 of the first answer, `?turn=2&src=3` of the
 * second; `g1.2` is the second nearest passage of the first gap, `r1` the first passage that was read and not cited.
 */
export type SourceRef = { turn: number } & (
  | { kind: "cited"; id: number }
  | { kind: "nearest"; gap: number; at: number }
  | { kind: "read"; at: number }
);

export function readSourceRef(search: URLSearchParams): SourceRef | undefined {
  const src = search.get("src");
  const turn = Number(search.get("turn") ?? "1");
  if (src === null || !Number.isInteger(turn) || turn < 1) return undefined;
  const cited = /^(\d{1,4})$/.exec(src);
  if (cited) return { turn, kind: "cited", id: Number(cited[1]) };
  const nearest = /^g(\d{1,3})\.(\d{1,3})$/.exec(src);
  if (nearest) return { turn, kind: "nearest", gap: Number(nearest[1]), at: Number(nearest[2]) };
  const read = /^r(\d{1,3})$/.exec(src);
  return read ? { turn, kind: "read", at: Number(read[1]) } : undefined;
}

export function sourceHref(ref: SourceRef): string {
  const src =
    ref.kind === "cited" ? ref.id : ref.kind === "nearest" ? `g${ref.gap}.${ref.at}` : `r${ref.at}`;
  return ref.turn === 1 ? `?src=${src}` : `?turn=${ref.turn}&src=${src}`;
}

export function citationOf(ref: SourceRef, turns: readonly Turn[]): Citation | undefined {
  const turn = turns[ref.turn - 1];
  switch (ref.kind) {
    case "cited":
      return turn?.citations.find((citation) => citation.id === ref.id);
    case "nearest":
      return turn?.gaps[ref.gap - 1]?.nearest[ref.at - 1];
    case "read":
      return turn?.answer?.also_read[ref.at - 1];
  }
}
