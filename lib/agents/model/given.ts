import type { Compaction } from "#lib/contracts/compaction";
import type { Model } from "#lib/models/model";
import type { Gathered, PartDeps } from "../answer-part.ts";
import type { GapContext } from "../gaps.ts";
import { linesNow } from "../lines-now.ts";
import { verifyCitations } from "../verify-citations.ts";
import { createEvidenceBook, type EvidenceBook, type Found, type Shown } from "./evidence-book.ts";
import { firstEvidence } from "./first-evidence.ts";
import { docsNow, foundIn } from "./gathered.ts";
import { inRoom } from "./in-room.ts";
import type { ReadyModel } from "./ready-model.ts";
import { restOfPage } from "./rest-of-page.ts";
import { noPictures, type SeenPictures, seePictures } from "./see-pictures.ts";
import { rememberThread, type ThreadMemory } from "./thread-memory.ts";

/** What goes to the model with a question: the conversation, the evidence under its numbers, and pictures. */
export type Given = {
  memory: ThreadMemory;
  /** A summary that was made of turns, to be kept with the answer. */
  compaction: Compaction | undefined;
  book: EvidenceBook;
  evidence: readonly Shown[];
  pictures: SeenPictures;
  /** What the evidence was chosen from. */
  found: readonly Found[];
};

export async function giveEvidence(
  { question }: Pick<GapContext, "question">,
  gathered: readonly Gathered[],
  deps: PartDeps & {
    ready: ReadyModel;
    model: Model;
    nearest: readonly Gathered[];
    leans_back: boolean;
    readable: readonly string[];
    code: string;
    /** The span of the writing. */
    within: string;
  },
): Promise<Given> {
  const { request, ready, model, code, signal, steps } = deps;
  const docs = () => docsNow(deps, deps.within);
  const room = roomIn(ready.context_tokens);
  const remembered = Math.min(mostRemembered, room / 4);
  const { turns, summary, compaction } = await inRoom(request.memory, {
    ...{ room: remembered, model, name: ready.name, code, signal, steps },
  });
  const memory = await rememberThread(
    turns,
    remembered,
    (lines) => linesNow(lines, deps.readable, docs()),
    summary,
  );
  const book = createEvidenceBook({ max_tokens: room - memory.tokens });
  const parts = (gathered.length > 0 ? gathered : deps.nearest).map(foundIn);
  const before = await citedBefore();
  const page = await restOfPage(gathered, docs());
  const most = mostEvidence + mostOfFurtherPart * Math.max(0, parts.length - 1);
  const evidence = book.addPassages(firstEvidence({ question, parts, before, page }, most));
  const pictures =
    ready.sees === true
      ? await seePictures({ question, roots: request.roots }, { book, docs: docs() })
      : noPictures;
  return { memory, compaction, book, evidence, pictures, found: parts.flat() };

  /** Of a question that points back, what the one before it rested on, as it stands in the files now. */
  async function citedBefore(): Promise<Found[]> {
    const cited = (deps.leans_back ? (request.memory?.cited ?? []) : []).filter(({ root_id }) =>
      deps.readable.includes(root_id),
    );
    if (cited.length === 0) return [];
    const verified = await verifyCitations(cited, docs());
    return cited.flatMap((citation): Found[] => {
      const found = verified.ok ? verified.verifications.get(citation.id) : undefined;
      if (found?.state !== "verified" || found.text === undefined) return [];
      return [{ citation, passage: { citation_id: citation.id, text: found.text, kind: "prose" } }];
    });
  }
}

/** Of the conversation, in tokens. */
const mostRemembered = 4_000;
/** Tokens of evidence that goes with a question, and for each further part of it: most of what a page says, and no more. */
const mostEvidence = 2_200;
const mostOfFurtherPart = 600;

/** For evidence and the conversation; the other half is for what is written and for what the tools are called. */
function roomIn(context_tokens: number): number {
  return Math.max(2_000, Math.min(40_000, context_tokens / 2));
}
