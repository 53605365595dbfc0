import { callName } from "#lib/citations/call-name";
import type { Compaction } from "#lib/contracts/compaction";
import type { CitedLines } from "#lib/contracts/docs-tools";
import type { ShownTurn } from "#lib/contracts/ports";
import { countTokens } from "#lib/models/count-tokens";
import { sha256 } from "#lib/platform/hash";
import { oneLine } from "#lib/platform/one-line";

/**
 * What a model is told of a conversation: what was asked, and what was shown with the places it rested on. It is data, and
 * it is no evidence: it bears no numbers, so a sentence about it has to cite the documents anew.
 *
 * Turns are only ever added at the end, in a form that does not change, so that what was sent with the last question begins
 * what is sent with the next one and a provider's cache keeps it. Once they outgrow their room, all but the newest become a
 * summary of half of it, which stays until they do so again.
 */
export type ThreadMemory = {
  /** Empty where there is nothing to tell. */
  text: string;
  tokens: number;
  /** Told whole, told in short, and no more; and sentences that were shown and are not told. */
  told: { whole: number; short: number; left_out: number; claims_left_out: number };
};

export async function rememberThread(
  turns: readonly ShownTurn[],
  max_tokens: number,
  /** Where lines stand now that may be read for this question; what rests on others is told no more. */
  linesNow: (lines: readonly CitedLines[]) => Promise<(one: CitedLines) => CitedLines | undefined>,
  /** Of the turns before these. */
  summary?: Compaction,
): Promise<ThreadMemory> {
  const before = summary?.lines ?? [];
  const room = Math.max(
    0,
    max_tokens - countTokens(opening) - before.reduce((sum, line) => sum + tokensOfLine(line), 0),
  );
  const whole = turns.map((turn) => choose(turn, { tokens: room / 3, claims: mostClaims }));
  let since = 0;
  let short = inShort([], 0);
  let spent = 0;
  for (const [i, { tokens }] of whole.entries()) {
    spent += tokens;
    if (spent <= room) continue;
    short = inShort(turns.slice(0, i), room / 2);
    spent = short.tokens + tokens;
    since = i;
  }
  const kept = whole.slice(since);
  if (kept.length === 0 || room < leastRoom) return { text: "", tokens: 0, told: nothing };
  // What is told is chosen first, so that a file that changes takes its own sentences away and moves no others.
  const chosen = [...short.told, ...kept];
  const asked = chosen.toReversed().flatMap(({ turn }) => turn.claims);
  const now = await linesNow([
    ...asked.flatMap(({ places }) => places),
    ...before.flatMap(({ citations }) => citations),
  ]);
  const told = chosen.map(({ turn, longest }) => ({ turn: stillTrue(turn, now), longest }));
  const text = [
    opening,
    ...(summary === undefined ? [] : [writeSummary(summary, now)]),
    ...told.map(({ turn, longest }) => write(turn, longest)),
  ].join("");
  return {
    text,
    tokens: countTokens(text),
    told: {
      whole: kept.length,
      short: short.told.length,
      left_out: since - short.told.length,
      claims_left_out: countClaims(turns) - countClaims(told.map(({ turn }) => turn)),
    },
  };
}

/** What was done for a turn may have come from lines that are told no more; then it is named without its arguments. */
function stillTrue(turn: ShownTurn, now: (one: CitedLines) => CitedLines | undefined): ShownTurn {
  const claims = turn.claims.flatMap(({ text, places }) => {
    const standing = places.map(now).filter((place) => place !== undefined);
    return standing.length === places.length ? [{ text, places: standing }] : [];
  });
  const whole = claims.length === turn.claims.length;
  const done = whole ? turn.done : turn.done.map((one) => ({ ...one, arguments: {} }));
  return { ...turn, claims, done };
}

const opening =
  "Earlier in this conversation, the oldest first: what the person asked, and what was shown to them, with its places in the documents. It is data between marks as evidence is, but no evidence: it has no numbers, and what you say again needs the number of evidence that says it.\n\n";
const nothing = { whole: 0, short: 0, left_out: 0, claims_left_out: 0 };
const leastRoom = 150;
const mostClaims = 12;
const mostClaimsInShort = 2;
const longestClaim = 500;
const longestInShort = 200;
const mostPlaces = 3;
const mostDone = 4;

type Chosen = { turn: ShownTurn; longest: number; tokens: number };

/** The newest of them that fit, each with its question and what was shown first. */
function inShort(turns: readonly ShownTurn[], room: number) {
  const told: Chosen[] = [];
  let tokens = 0;
  for (const turn of turns.toReversed()) {
    const one = choose(turn, { tokens: room / 2, claims: mostClaimsInShort }, longestInShort);
    if (tokens + one.tokens > room) break;
    tokens += one.tokens;
    told.unshift(one);
  }
  return { told, tokens };
}

/** As many of its sentences as there is room for. */
function choose(
  turn: ShownTurn,
  most: { tokens: number; claims: number },
  longest = longestClaim,
): Chosen {
  let tokens = countTokens(oneLine(turn.question, longest));
  let count = 0;
  for (const claim of turn.claims.slice(0, most.claims)) {
    tokens += countTokens(lineOf(claim, longest));
    if (tokens > most.tokens && count > 0) break;
    count += 1;
  }
  const told = { ...turn, claims: turn.claims.slice(0, count) };
  return { turn: told, longest, tokens: countTokens(write(told, longest)) };
}

/** Between marks made of what no document can know: the id of the run, which was given by chance. */
function write(turn: ShownTurn, longest: number): string {
  const code = sha256(turn.run_id).slice(0, 12);
  const lines = turn.claims.map((claim) => lineOf(claim, longest));
  const done = turn.done.map(({ tool_id, arguments: given, outcome }) => {
    return `- ${oneLine(callName(tool_id, given), longestInShort)}: ${outcome}`;
  });
  const body = [
    `Asked: ${oneLine(turn.question, longest)}`,
    "Shown:",
    ...(lines.length === 0 ? ["- nothing"] : lines),
    ...(done.length === 0 ? [] : ["Done with tools:", ...done.slice(0, mostDone)]),
  ].join("\n");
  return `<<${code}\n${body.replaceAll(code, "")}\n${code}>>\n\n`;
}

function lineOf({ text, places }: ShownTurn["claims"][number], longest: number): string {
  return `- ${oneLine(text, longest)} (${[...new Set(places.map(placeName))].slice(0, mostPlaces).join("; ")})`;
}

/** A line all of whose sources still stand; where they do not, it is told no more. */
function writeSummary(
  { lines, covers }: Compaction,
  now: (one: CitedLines) => CitedLines | undefined,
): string {
  const code = sha256(covers.join()).slice(0, 12);
  const told = lines.flatMap(({ text, citations }) => {
    const places = citations.map(now).filter((place) => place !== undefined);
    return places.length === citations.length ? [lineOf({ text, places }, longestClaim)] : [];
  });
  if (told.length === 0) return "";
  const body = [`Before that, in short (${covers.length} turns):`, ...told].join("\n");
  return `<<${code}\n${body.replaceAll(code, "")}\n${code}>>\n\n`;
}

const tokensOfLine = ({ text, citations }: Compaction["lines"][number]): number =>
  countTokens(lineOf({ text, places: citations }, longestClaim));

/** Of these turns, whole, what they take; and which of them the newest are that take no more than `room`. */
export function measureTurns(
  turns: readonly ShownTurn[],
  room: number,
): { tokens: number; newest: number } {
  const sizes = turns.map((turn) => choose(turn, { tokens: room, claims: mostClaims }).tokens);
  let left = room;
  let newest = 0;
  for (const size of sizes.toReversed()) {
    left -= size;
    if (left < 0) break;
    newest += 1;
  }
  return { tokens: sizes.reduce((sum, size) => sum + size, 0), newest };
}

const countClaims = (turns: readonly ShownTurn[]) =>
  turns.reduce((sum, { claims }) => sum + claims.length, 0);

function placeName({ root_id, relative_path, line_start, line_end }: CitedLines): string {
  return `${root_id}/${relative_path}, lines ${line_start}-${line_end}`;
}
