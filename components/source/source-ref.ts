import type { Citation } from "#lib/contracts/citation";
import type { Turn } from "../ask/turn.ts";

/**
 * The address of a source inside a conversation: `?src=3` is citation 3 of the first answer, `?turn=2&src=3` of the
 * second; `g1.2` is the second nearest passage of the first gap, `r1` the first passage that was read and not cited, `p1` the line of the first picture.
 */
export type SourceRef = { turn: number } & (
  | { kind: "cited"; id: number }
  | { kind: "nearest"; gap: number; at: number }
  | { kind: "read"; at: number }
  | { kind: "picture"; at: number }
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
  if (read) return { turn, kind: "read", at: Number(read[1]) };
  const picture = /^p(\d{1,3})$/.exec(src);
  return picture ? { turn, kind: "picture", at: Number(picture[1]) } : undefined;
}

export function sourceHref(ref: SourceRef): string {
  const src = nameOf(ref);
  return ref.turn === 1 ? `?src=${src}` : `?turn=${ref.turn}&src=${src}`;
}

function nameOf(ref: SourceRef): string {
  switch (ref.kind) {
    case "cited":
      return String(ref.id);
    case "nearest":
      return `g${ref.gap}.${ref.at}`;
    case "read":
      return `r${ref.at}`;
    case "picture":
      return `p${ref.at}`;
  }
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
    case "picture":
      return turn?.answer?.pictures?.[ref.at - 1]?.citation;
  }
}
