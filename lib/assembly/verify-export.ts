import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { renderWritten } from "#lib/agents/render-written";
import { isExportLine, isGapSentence, isNotice } from "#lib/citations/export-lines";
import { named } from "#lib/citations/export-turn";
import { type Cited, judgeClaims, type WithheldReason } from "#lib/citations/gate";
import {
  type PictureNow,
  type PictureReference,
  pictureReference,
} from "#lib/citations/picture-reference";
import { placeClaims, type ReadLines } from "#lib/citations/place-claims";
import {
  type ExportedTurn,
  joined,
  readExport,
  sentencesOf,
  withoutSource,
} from "#lib/citations/read-export";
import { renderAnswer, renderNearest } from "#lib/citations/render";
import type { Answer, Claim, Support } from "#lib/contracts/answer";
import { nearestTo } from "#lib/contracts/blocks";
import type { CitedLines, Verification } from "#lib/contracts/docs-tools";
import { Thread } from "#lib/contracts/http";
import { between, headingPath } from "#lib/contracts/origins";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { oneLine } from "#lib/platform/one-line";
import { saidError } from "#lib/platform/said-error";
import { isAgentTool } from "#lib/tools/agent-rights";
import type { Caller, DocsCalls } from "./docs-calls.ts";
import { linesOf } from "./export-thread.ts";
import { createVerifyHeadings } from "./verify-headings.ts";
import type { VerifyMany } from "./verify-many.ts";
import type { VerifyPictures } from "./verify-pictures.ts";

/** What an exported conversation is worth now. */
export type ExportVerdict = { holds: boolean; turns: TurnVerdict[] };
export type TurnVerdict = {
  question: string;
  /** `now` without the text of the lines; undefined when they could not be looked at. */
  sources: ({ id: number } & CitedLines & { now: Omit<Verification, "text"> | undefined })[];
  claims: ClaimVerdict[];
  /** Undefined where the files could not be looked at. */
  pictures: (PictureReference & { now: PictureNow | undefined })[];
  /** Lines that nothing can be held against: what was once found in a changed file. */
  unchecked: number;
};
/** `lost`: markers of it whose lines do not carry it. `heading`: no sentence, but what is said to stand above one. */
export type ClaimVerdict = { text: string; citations: number[]; lost: number[] } & (
  | { support: Extract<Support, "verbatim"> }
  /** `altered`: near to its lines, and not word for word what stands there. */
  | { reason: WithheldReason | "altered" | "heading" }
);

/**
 * Judges what an exported answer says by the files as they are now: each source through `docs_verify`, each sentence by
 * the gate of every answer, against the lines that were just read. The file is taken for a claim and nothing else: its
 * states, headings and places are not believed, and what it names is looked for only where the docs tools may read.
 * Throws `validation` when there is no exported answer in it.
 */
export function createVerifyExport(deps: {
  verify: VerifyMany;
  verifyPictures: VerifyPictures;
  docs: Pick<DocsCalls, "outline">;
  /** Of a folder, as places name it. */
  labelOf: (root_id: string) => string;
}) {
  return async function verifyExport(text: string, caller: Caller): Promise<ExportVerdict> {
    refuseBeyond("letters", text.length, mostLetters);
    refuseBeyond("line", longestLineOf(text), mostLineLetters);
    const exported: ExportedTurn[] = [];
    for (const turn of fromJson(text) ?? readExport(text)) {
      exported.push(turn);
      refuseBeyond("answers", exported.length, mostAnswers);
      refuseBeyond("sentences", turn.claims.length, mostClaims);
      refuseBeyond("sources", turn.sources.length, mostSources);
      refuseBeyond("sources", turn.pictures.length, mostSources);
      await pause(caller.signal);
    }
    if (exported.length === 0) throw saidError("validation", "verify.no_export");
    const found = await deps.verify(
      exported.flatMap(({ sources }) => sources.map(({ snippet: _, ...lines }) => lines)),
      caller,
    );
    const strayHeadings = createVerifyHeadings(deps, caller);
    const turns: TurnVerdict[] = [];
    for (const turn of exported) {
      const now = found.splice(0, turn.sources.length);
      const judged = await judgeTurn(turn, now, strayHeadings, caller.signal);
      const looked = await deps.verifyPictures(turn.pictures, caller);
      const pictures = turn.pictures.map((one, i) => ({ ...one, now: looked[i] }));
      turns.push({ ...judged, pictures });
    }
    return { holds: turns.every(holds), turns };
  };
}

/** More than any conversation has; each claim is held against each unit of the lines it names. */
const mostLetters = 8 * 1024 * 1024;
const mostLineLetters = 64 * 1024;
const mostAnswers = 5000;
const mostClaims = 500;
const mostSources = 200;
/** So many are judged before others have their turn: a person who wants to stop, a deadline. */
const judgedAtOnce = 5;

function refuseBeyond(
  what: "letters" | "line" | "answers" | "sentences" | "sources",
  count: number,
  most: number,
): void {
  if (count > most) throw saidError("too_large", `verify.too_many.${what}`, { most });
}

/** Of Markdown; in JSON an answer may stand on one line, and its parts are few. */
function longestLineOf(text: string): number {
  if (/^\s*[[{]/.test(text)) return 0;
  return text.split("\n").reduce((most, line) => Math.max(most, line.length), 0);
}

/** Lets whatever else waits go first, a signal to stop among it. */
async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

async function judgeTurn(
  turn: ExportedTurn,
  found: readonly (Verification | undefined)[],
  strayHeadings: ReturnType<typeof createVerifyHeadings>,
  signal: AbortSignal,
): Promise<Omit<TurnVerdict, "pictures">> {
  const sources = turn.sources.map(({ snippet: _, ...source }, i) => ({
    ...source,
    now: found[i],
  }));
  const numberedSources = new Map([...sources].reverse().map((source) => [source.id, source])); // the first of a number counts
  const lines: ReadLines = new Map(
    [...numberedSources].flatMap(([id, { now, line_start }]) =>
      stands(now) && now?.text !== undefined
        ? [[id, { text: now.text, line_start: now.line_start ?? line_start }] as const]
        : [],
    ),
  );
  const { claims, inside_fence } = placeClaims(turn.claims, lines);
  const citations = [...numberedSources.values()].map(({ id, sha256, now, ...source }): Cited => {
    const fence = inside_fence.get(id);
    const { line_start = source.line_start, line_end = source.line_end } = now ?? {};
    return {
      id,
      sha256,
      locator: { line_start, line_end },
      ...{ title: "", breadcrumb: [] },
      ...(fence === undefined ? {} : { inside_fence: fence }),
    };
  });
  const verifications = new Map(
    [...numberedSources].flatMap(([id, { now }]) =>
      now === undefined ? [] : [[id, stands(now) ? { ...now, state: "verified" as const } : now]],
    ),
  );
  const numbered = claims.map((claim, i) => ({ ...claim, id: String(i) }));
  const passedAs = new Map<string, Claim>();
  const withheldFor = new Map<string, WithheldReason>();
  for (let from = 0; from < numbered.length; from += judgedAtOnce) {
    await pause(signal);
    const some = numbered.slice(from, from + judgedAtOnce);
    const named = new Set(some.flatMap((claim) => claim.citations));
    const { passed, withheld } = judgeClaims({
      claims: some,
      citations: citations.filter(({ id }) => named.has(id)),
      ...{ verifications, policy: "require_citations" },
    });
    for (const claim of passed) passedAs.set(claim.id, claim);
    for (const { claim, reason } of withheld) withheldFor.set(claim.id, reason);
  }
  const verdicts = claims.map(({ text, citations }, i): ClaimVerdict => {
    const released = passedAs.get(String(i));
    // Every answer is made of the files' own words: to say nearly the same is to have been changed.
    if (released?.support === "verbatim") {
      const lost = citations.filter((id) => !released.citations.includes(id));
      return { text, citations, lost, support: released.support };
    }
    if (released !== undefined) return { text, citations, lost: [], reason: "altered" };
    const reason = withheldFor.get(String(i)) ?? "unsupported";
    return { text, citations, lost: citations, reason };
  });
  const misquoted = turn.sources.flatMap(({ id, snippet }, i): ClaimVerdict[] => {
    const now = found[i];
    if (snippet === undefined || !stands(now) || quotes(snippet, now?.text)) return [];
    const reason = now?.text === undefined ? "too_long" : "unsupported";
    return [{ text: snippet.text, citations: [id], lost: [id], reason }];
  });
  const stray = (await strayHeadings(turn.headings, numberedSources)).map(
    ({ text, citations }): ClaimVerdict => ({
      text,
      citations,
      lost: citations,
      reason: "heading",
    }),
  );
  return {
    question: turn.question,
    sources: sources.map(withoutText),
    claims: [...verdicts, ...misquoted, ...stray],
    unchecked: turn.unchecked,
  };
}

/** A snippet is its lines; one that was cut is an unbroken piece of them. */
function quotes({ text, truncated }: { text: string; truncated: boolean }, now?: string): boolean {
  if (now === undefined) return false;
  return truncated ? text.trim() !== "" && now.includes(text) : text.trim() === now.trim();
}

/** The text is what was cited, here or where it has moved to. */
const stands = (now: Pick<Verification, "state"> | undefined): boolean =>
  now?.state === "verified" || now?.state === "moved";

function withoutText<T extends { now: Verification | undefined }>({ now, ...source }: T) {
  if (now === undefined) return { ...source, now };
  const { text: _, ...place } = now;
  return { ...source, now: place };
}

const holds = ({ sources, claims, pictures, unchecked }: TurnVerdict): boolean =>
  unchecked === 0 &&
  pictures.every(({ now }) => now?.state === "verified") &&
  sources.every(({ now }) => stands(now)) &&
  claims.every((claim) => "support" in claim && claim.lost.length === 0);

/** A conversation or one answer as JSON. What its Markdown says beyond its claims has no source. */
function fromJson(text: string): ExportedTurn[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const thread = StoredThread.safeParse(json);
  const answer = StoredAnswer.safeParse(json);
  if (!thread.success && !answer.success) throw saidError("validation", "verify.no_export");
  const answers = thread.data?.messages ?? (answer.data === undefined ? [] : [answer.data]);
  return answers.map((one) => ({
    question: one.question,
    ...joined([
      sentencesOf(renderAnswer(one, one.lang).split("\n")),
      ...one.gaps.map((gap) =>
        sentencesOf(renderNearest(nearestTo(gap, one.blocks), one, one.lang).split("\n")),
      ),
      sentencesOf(unclaimed(one)),
      { claims: unwritten(one).map(withoutSource), headings: headingsOf(one) },
    ]),
    sources: one.citations.map((citation) => ({
      ...{ id: citation.id, ...linesOf(citation) },
      // Lines with a secret are left out of exports: nothing is said of them that could be wrong.
      ...(citation.contains_secret && citation.snippet === ""
        ? {}
        : { snippet: { text: citation.snippet, truncated: citation.truncated } }),
    })),
    pictures: (one.pictures ?? []).map(pictureReference),
    unchecked: 0,
  }));
}

/** Where each block is said to come from by its citation. */
function headingsOf({ blocks, citations, claims }: Answer): ExportedTurn["headings"] {
  return blocks.flatMap((block) => {
    const id =
      block.kind === "answer"
        ? claims.find((claim) => claim.id === block.claims[0])?.citations[0]
        : block.lines[0]?.citation;
    const from = citations.find((one) => one.id === id);
    if (from === undefined || block.place === null) return [];
    return [{ text: headingPath(from).join(between), citations: [from.id] }];
  });
}

const StoredThread = Thread.extend({ messages: z.array(StoredAnswer) });

/** What stands in place of the program's own sentences and is none of them. */
function unwritten({ listings = [], gaps, notices, report = [], actions = [] }: Answer): string[] {
  const spoken = actions.filter(({ tool_id, output }) => isAgentTool(tool_id) && output !== "");
  return [
    // What models said of what tools did rests on nothing that can be looked at again.
    ...report.map(({ text }) => text),
    ...spoken.map(({ output }) => output),
    ...listings.flatMap(({ sentence, files }) => [
      ...(isExportLine("counted", sentence) ? [] : [sentence]),
      ...files
        .map(({ display_path }) => display_path)
        .filter((path) => !isExportLine("counted", `- \`${named(path)}\``)),
    ]),
    ...gaps.map(({ message }) => message).filter((message) => !isGapSentence(oneLine(message))),
    ...notices.map(({ message }) => message).filter((message) => !isNotice(oneLine(message))),
  ];
}

/**
 * What the Markdown says beyond its claims, counted files, gaps and what was done: read as an export, each sentence of it is
 * held against the sources that it names. Earlier versions wrote the same answer otherwise.
 */
function unclaimed(answer: Answer): string[] {
  const { lang, markdown, claims, listings = [], gaps, status } = answer;
  const written = renderWritten(lang, answer);
  const rest = markdown.endsWith(written)
    ? markdown.slice(0, markdown.length - written.length)
    : markdown;
  const sentences = listings.map(({ sentence }) => sentence);
  const paths = new Set(listings.flatMap(({ files }) => files.map((file) => file.display_path)));
  const messages = claims.length === 0 ? gaps.map(({ message }) => message) : [];
  const own = new Set([...sentences, ...messages].flatMap((said) => said.split("\n")));
  return rest.split("\n").map((line) => {
    if (own.has(line) || (status === "chat" && isExportLine("reply", line))) return "";
    const path = /^- (`+) ?(.*?) ?\1(?: \[\d+\])?$/.exec(line)?.[2];
    return path !== undefined && paths.has(path) ? "" : line;
  });
}
