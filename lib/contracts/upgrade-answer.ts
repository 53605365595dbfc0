import { z } from "zod";
import {
  Answer,
  type AnswerBlock,
  type AnswerOutcome,
  AnswerStatus,
  Claim,
  ShownLine,
  Support,
} from "./answer.ts";
import { arrangeBlocks, asAnswerBlocks, nearestFirst, type PlacedBlock } from "./arrange-blocks.ts";
import { placeKey, placeOf } from "./blocks.ts";
import { Citation } from "./citation.ts";
import { MAY_BE_PLACES } from "./limits.ts";
import { marksIn } from "./mark-words.ts";
import { blocksOfMarked } from "./marked-claims.ts";

/**
 * An answer as any version stored or exported it. Earlier ones held in `claims` what stands beside and around an answer too,
 * kept near lines inside their gap, and said in a notice that an answer is not sure; their words and numbers stay as they
 * were, and so does `markdown`.
 */
export const StoredAnswer = z.preprocess(upgradeAnswer, Answer);

const EarlierSupport = z
  .enum([...Support.options, "weak"])
  .transform((support): Support => (support === "weak" ? "doubt" : support));
const EarlierClaim = Claim.extend({
  support: EarlierSupport,
  beside: z.enum(["section", "elsewhere"]).optional(),
  context: z.literal(true).optional(),
});
const EarlierLine = ShownLine.omit({ citation: true, marks: true }).extend({
  context: z.literal(true).optional(),
});
const EarlierNear = Citation.extend({ lines: z.array(EarlierLine).min(1).optional() });
const EarlierGap = z.looseObject({
  nearest: z.array(EarlierNear),
  next_steps: z.array(z.looseObject({ action: z.string(), value: z.unknown() })),
  searched: z.array(z.looseObject({ root_id: z.string(), label: z.string() })),
});
const Earlier = z.looseObject({
  status: AnswerStatus,
  mode: z.enum(["quote", "model"]),
  claims: z.array(EarlierClaim),
  citations: z.array(Citation),
  gaps: z.array(EarlierGap),
  notices: z.array(z.object({ code: z.string(), message: z.string() })),
  parts: z.array(z.looseObject({ question: z.string(), status: AnswerStatus })).optional(),
  report: z.array(z.looseObject({ support: EarlierSupport })).optional(),
});
type Earlier = z.infer<typeof Earlier>;

/** What is of this version already, or of none, comes back as it is. Pure. */
export function upgradeAnswer(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || "blocks" in stored) return stored;
  const parsed = Earlier.safeParse(stored);
  if (!parsed.success) return stored;
  const answer = parsed.data;
  const unsure = answer.notices.filter(({ code }) => code === "unsure");
  const near = nearestOf(answer);
  const { claims, blocks } = shownBy(answer, near.citations, unsure.length > 0, near.blocks);
  return {
    ...answer,
    claims,
    blocks,
    outcome: outcomeOf(answer, unsure.length > 0),
    citations: near.citations,
    folders: foldersOf(answer),
    gaps: near.gaps,
    notices: answer.notices.filter(({ code }) => code !== "unsure"),
    ...(answer.parts === undefined
      ? {}
      : {
          parts: answer.parts.map((part) => {
            const own = unsure.some(({ message }) => message.includes(part.question));
            return { ...part, outcome: outcomeOf({ ...answer, status: part.status }, own) };
          }),
        }),
  };
}

function shownBy(
  { claims, mode, parts }: Earlier,
  citations: readonly Citation[],
  unsure: boolean,
  nearest: readonly PlacedBlock<Claim>[],
): { claims: Claim[]; blocks: AnswerBlock[] } {
  const cited = new Map(citations.map((one) => [one.id, one]));
  const placeOfClaim = (claim: z.infer<typeof EarlierClaim>) => {
    const from = cited.get(claim.citations[0] ?? 0);
    return from === undefined ? null : placeOf(from);
  };
  const bare = ({ beside: _, context: __, ...claim }: z.infer<typeof EarlierClaim>): Claim => claim;
  const equals = unsure && parts === undefined ? MAY_BE_PLACES : 1;
  const told: PlacedBlock<Claim>[] =
    mode === "model"
      ? [{ kind: "answer", place: null, words: claims.map(bare) }]
      : blocksOfMarked(claims, (claim) => placeKey(placeOfClaim(claim)), equals).map(
          ({ kind, words }) => ({
            kind,
            place: words[0] === undefined ? null : placeOfClaim(words[0]),
            words: words.map(bare),
          }),
        );
  const near = new Set(nearest.flatMap(({ words }) => words.map(({ id }) => id)));
  const marksOf = ({ id, text, citations: [from = 0] }: Claim) =>
    near.has(id) ? marksIn(text, cited.get(from)?.matched ?? []) : [];
  return asAnswerBlocks(arrangeBlocks([...told, ...nearest]), marksOf);
}

/** Passages with lines join the citations under a number of their own; the gaps go by it. */
function nearestOf({ citations: cited, gaps }: Earlier) {
  const citations = [...cited];
  const keyOf = ({ root_id, relative_path, locator }: Citation) =>
    JSON.stringify([root_id, relative_path, locator.line_start, locator.line_end]);
  const blocks: PlacedBlock<Claim>[] = [];
  const named = gaps.map((gap) => {
    const numbers = new Map<number, number>();
    const nearest = gap.nearest.map(({ lines, ...passage }): Citation => {
      const known = citations.find((one) => keyOf(one) === keyOf(passage));
      if (known === undefined && lines === undefined) return passage;
      const taken = citations.some(({ id }) => id === passage.id);
      const next = Math.max(0, ...citations.map(({ id }) => id)) + 1;
      const id = known?.id ?? (taken ? next : passage.id);
      numbers.set(passage.id, id);
      if (known === undefined) citations.push({ ...passage, id });
      return { ...passage, id };
    });
    const own = gap.nearest.flatMap(({ id, lines }, i): PlacedBlock<Claim>[] => {
      const passage = nearest[i];
      if (lines === undefined || passage === undefined) return [];
      const words = lines.map((line, n) => asClaim(line, `near${id}.${n}`, passage.id));
      return [{ kind: "nearest", place: placeOf(passage), words }];
    });
    blocks.push(...nearestFirst(own));
    const next_steps = gap.next_steps.map((step) => {
      const number = typeof step.value === "number" ? numbers.get(step.value) : undefined;
      return step.action === "open" && number !== undefined ? { ...step, value: number } : step;
    });
    return { ...gap, nearest, next_steps };
  });
  return { citations, blocks, gaps: named };
}

function asClaim(
  { line_start, line_end, column, context: _, ...line }: z.infer<typeof EarlierLine>,
  id: string,
  citation: number,
): Claim {
  const spans = [
    { citation, line: line_start, start: column, end: column },
    ...(line_end === line_start ? [] : [{ citation, line: line_end, start: 0, end: 0 }]),
  ];
  return { ...line, id, citations: [citation], support: "verbatim", spans };
}

function outcomeOf(
  { status, claims, listings }: Pick<Earlier, "status" | "claims"> & { listings?: unknown },
  unsure: boolean,
): AnswerOutcome | null {
  if (status === "no_evidence") return "not_found";
  const answered = status === "answered" || status === "partial";
  if (!answered || (claims.length === 0 && listings === undefined)) return null;
  return unsure ? "may_be" : "sure";
}

function foldersOf({ citations, gaps }: Earlier): Answer["folders"] {
  const labels = new Map<string, string>();
  for (const { root_id, label } of gaps.flatMap(({ searched }) => searched))
    labels.set(root_id, label);
  for (const cited of [...citations, ...gaps.flatMap(({ nearest }) => nearest)])
    labels.set(cited.root_id, placeOf(cited).root_label);
  return [...labels].map(([root_id, label]) => ({ root_id, label }));
}
