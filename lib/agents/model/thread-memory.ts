import { callName } from "#lib/citations/call-name";
import type { ShownPlace, ShownTurn } from "#lib/contracts/ports";
import { countTokens } from "#lib/models/count-tokens";
import { sha256 } from "#lib/platform/hash";

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

export function rememberThread(
  shown: readonly ShownTurn[],
  /** Folders that may be read for this question; what others said is told no more. */
  roots: readonly string[],
  max_tokens: number,
): ThreadMemory {
  const turns = shown.map((turn) => ({
    ...turn,
    claims: turn.claims.filter(({ places }) => places.every((one) => roots.includes(one.root_id))),
  }));
  const hidden = countClaims(shown) - countClaims(turns);
  const room = Math.max(0, max_tokens - countTokens(opening));
  const whole = turns.map((turn) => tell(turn, { tokens: room / 3, claims: mostClaims }));
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
  return {
    tokens: countTokens(opening) + spent,
    text: [opening, short.text, ...kept.map(({ text }) => text)].join(""),
    told: {
      whole: kept.length,
      short: short.turns,
      left_out: since - short.turns,
      claims_left_out:
        hidden + short.claims_left_out + kept.reduce((sum, one) => sum + one.claims_left_out, 0),
    },
  };
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

type Told = { text: string; tokens: number; claims_left_out: number };

/** The newest of them that fit, each with its question and what was shown first. */
function inShort(turns: readonly ShownTurn[], room: number) {
  const told: Told[] = [];
  let tokens = 0;
  let claims_left_out = 0;
  for (const turn of turns.toReversed()) {
    const one = tell(turn, { tokens: room / 2, claims: mostClaimsInShort }, longestInShort);
    if (tokens + one.tokens > room) break;
    tokens += one.tokens;
    told.unshift(one);
  }
  claims_left_out += countClaims(turns.slice(0, turns.length - told.length));
  for (const one of told) claims_left_out += one.claims_left_out;
  return {
    text: told.map(({ text }) => text).join(""),
    turns: told.length,
    tokens,
    claims_left_out,
  };
}

/** Between marks made of what no document can know: the id of the run, which was given by chance. */
function tell(
  turn: ShownTurn,
  most: { tokens: number; claims: number },
  longest = longestClaim,
): Told {
  const code = sha256(turn.run_id).slice(0, 12);
  const question = cut(turn.question, longest);
  const lines: string[] = [];
  let tokens = countTokens(question);
  for (const { text, places } of turn.claims.slice(0, most.claims)) {
    const line = `- ${cut(text, longest)} (${places.slice(0, mostPlaces).map(placeName).join("; ")})`;
    tokens += countTokens(line);
    if (tokens > most.tokens && lines.length > 0) break;
    lines.push(line);
  }
  const shown = lines.length === 0 ? ["- nothing"] : lines;
  const done = turn.done.map(({ tool_id, arguments: given, outcome }) => {
    return `- ${cut(callName(tool_id, given), longestInShort)}: ${outcome}`;
  });
  const body = [
    `Asked: ${question}`,
    "Shown:",
    ...shown,
    ...(done.length === 0 ? [] : ["Done with tools:", ...done.slice(0, mostDone)]),
  ].join("\n");
  const text = `<<${code}\n${body.replaceAll(code, "")}\n${code}>>\n\n`;
  return {
    ...{ text, tokens: countTokens(text) },
    claims_left_out: turn.claims.length - lines.length,
  };
}

const countClaims = (turns: readonly ShownTurn[]) =>
  turns.reduce((sum, { claims }) => sum + claims.length, 0);

function placeName({ root_id, relative_path, line_start, line_end }: ShownPlace): string {
  return `${root_id}/${relative_path}, lines ${line_start}-${line_end}`;
}

function cut(text: string, most: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
