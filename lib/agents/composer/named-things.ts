import type { Citation } from "#lib/contracts/citation";
import type { Passage, QueryTerm } from "#lib/contracts/envelope";
import { isIdentifier } from "#lib/language/identifier";
import { type Token, tokenize } from "#lib/language/words";
import { languagesIn } from "./code-languages.ts";

/**
 * Identifiers that a question names and the folder does not hold, and how many it holds that weigh as much: the product's
 * own name stands on every page and makes up for none. `server.maxPort` where there is a `server.port` and a `maxRoutes`:
 * the pieces are found everywhere, so the ranking cannot see it. A misspelt identifier is not missing: the search has
 * corrected a piece of it, or a passage holds the same pieces side by side (`assetInlineLimits`).
 */
export type NamedThings = { missing: string[]; found: number };

export function findNamedThings(
  question: string,
  terms: readonly QueryTerm[],
  citations: readonly Citation[],
  passages: readonly Passage[],
): NamedThings {
  const known = new Map(terms.map((t) => [t.term, t.passages]));
  // The words of a quoted error message are not names that someone asks for.
  const asked = question.replace(/"[^"]*"|“[^”]*”|(?<!\w)'[^']*'/g, (q) => " ".repeat(q.length));
  const tokens = tokenize(asked);
  const missing: string[] = [];
  const found: number[] = [];
  let heaviest = 0;
  const weightOf = (term: string) => terms.find((t) => t.term === term)?.weight ?? 0;
  let texts: string[] | undefined;
  for (const token of tokens) {
    const written = question.slice(token.start, token.end);
    if (token.kind !== "word" || !isIdentifier(written)) continue;
    const pieces = leaves(tokens, token);
    const corrected = pieces.some((piece) => !known.has(piece));
    texts ??= [
      ...citations.map((c) => [c.title, ...c.breadcrumb].join("\n")),
      ...passages.map((p) => `${p.text}\n${languagesIn(p.text)}`),
    ].map(pieceLine);
    const near = ` ${pieces.join(" ")} `;
    if ((known.get(token.term) ?? 0) > 0 || corrected || texts.some((t) => t.includes(near)))
      found.push(weightOf(token.term));
    else {
      missing.push(written);
      heaviest = Math.max(heaviest, ...pieces.map(weightOf));
    }
  }
  for (const [written] of asked.matchAll(versioned)) {
    const all = [
      ...citations.flatMap((c) => [c.title, ...c.breadcrumb]),
      ...passages.map((p) => p.text),
    ];
    const name = written.toLowerCase();
    if (all.some((text) => text.toLowerCase().includes(name))) found.push(1);
    else missing.push(written);
  }
  const counted = found.filter((weight) => weight === 0 || weight >= heaviest * asMuch);
  return { missing: [...new Set(missing)], found: counted.length };
}

const asMuch = 0.5;

/** "HTTP/3" is a name of its own: what is said of HTTP says nothing of it. */
const versioned = /(?<![\w/])\p{Lu}{2,}\/\d+(?:\.\d+)?(?![\w./])/gu;

/** Of words that stand nowhere, those that name something: an identifier, a word in capitals or in code, a foreign word in Chinese. */
export function namesAmong(words: readonly string[], question: string): string[] {
  const han = /\p{Script=Han}/u.test(question);
  const start = /[\p{L}\p{N}]/u.exec(question)?.index ?? 0;
  return words.filter((word) => {
    if (/\p{Script=Han}/u.test(word)) return false;
    if (han || isIdentifier(word) || /\d|[a-z][A-Z]|^-/.test(word)) return true;
    if (question.includes(`\`${word}\``)) return true;
    return /^\p{Lu}/u.test(word) && question.indexOf(word, start + 1) > start;
  });
}

/** The pieces of an identifier, none of which has pieces of its own. */
function leaves(tokens: readonly Token[], whole: Token): string[] {
  const inside = tokens.filter(
    (t) => t !== whole && t.start >= whole.start && t.end <= whole.end && t.kind === "part",
  );
  return inside
    .filter((t) => !inside.some((o) => o !== t && o.start >= t.start && o.end <= t.end))
    .map((t) => t.term);
}

/** A text as its words and pieces of words in order, each between blanks. */
function pieceLine(text: string): string {
  const tokens = tokenize(text).filter((t) => t.kind === "word" || t.kind === "part");
  const last: Token[] = [];
  for (const [i, token] of tokens.entries()) {
    // A whole comes before its parts: it has some if the next token lies within it.
    const next = tokens[i + 1];
    const split = next !== undefined && next.start >= token.start && next.end <= token.end;
    if (!split) last.push(token);
  }
  return ` ${last.map((t) => t.term).join(" ")} `;
}
