import { z } from "zod";
import type { Answer } from "#lib/contracts/answer";
import { ClaimKind } from "#lib/contracts/answer";
import { Citation } from "#lib/contracts/citation";

/** Lines that a statement rests on, with what is needed to find and to prove them again. */
export const StatementLines = Citation.pick({
  root_id: true,
  relative_path: true,
  display_path: true,
  title: true,
  snippet: true,
  sha256: true,
  source: true,
}).extend({
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
  file_sha256: z.string(),
});
export type StatementLines = z.infer<typeof StatementLines>;

/** A sentence, row or block that passed the gate, and what it rests on. */
export const Statement = z.object({
  text: z.string(),
  kind: ClaimKind,
  info: z.string().optional(),
  lines: z.array(StatementLines).min(1),
});
export type Statement = z.infer<typeof Statement>;

/** A longer one is a listing, which the reader opens in its source. */
const LONGEST = 3000;

/**
 * What an answer states for sure: claims that their lines carry, each with all of its lines. A doubt is none, and what holds a
 * secret stays where it stands.
 */
export function statementsOf(answer: Pick<Answer, "claims" | "citations">): Statement[] {
  const cited = new Map(answer.citations.map((citation) => [citation.id, citation]));
  return answer.claims.flatMap((claim): Statement[] => {
    const { text, kind, info, support, citations, instead, contains_secret } = claim;
    if (support === "doubt" || support === "none" || instead || contains_secret) return [];
    if (text.length > LONGEST) return [];
    const lines = citations.flatMap((id) => linesOf(cited.get(id)));
    if (lines.length === 0 || lines.length < citations.length) return [];
    return [{ text, kind, lines, ...(info === undefined ? {} : { info }) }];
  });
}

function linesOf(citation: Citation | undefined): StatementLines[] {
  if (citation === undefined || citation.contains_secret === true) return [];
  const { root_id, relative_path, display_path, title, snippet, sha256, source } = citation;
  const { line_start, line_end } = citation.locator;
  return [
    {
      ...{ root_id, relative_path, display_path, title, snippet, sha256, line_start, line_end },
      file_sha256: citation.file.sha256,
      ...(source === undefined ? {} : { source }),
    },
  ];
}

export const documentOf = ({
  root_id,
  relative_path,
}: Pick<StatementLines, "root_id" | "relative_path">): string => `${root_id}\n${relative_path}`;
