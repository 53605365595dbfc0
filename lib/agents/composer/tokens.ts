import { type Token, tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";

/**
 * The tokens of a text, read once. An answer is chosen by holding the same few sentences, headings and titles against the
 * question in a dozen ways, and reading them anew each time took longer than all the rest of it.
 */
export function tokensOf(text: string): readonly Token[] {
  return readOf(text).tokens;
}

/** All terms that stand in it, function words too. */
export function termsIn(text: string): ReadonlySet<string> {
  const read = readOf(text);
  read.terms ??= new Set(read.tokens.map(({ term }) => term));
  return read.terms;
}

type Read = { tokens: readonly Token[]; terms?: ReadonlySet<string> };

/** In characters: what one answer is chosen from, several times over. */
const lately = recentTexts<Read>(50_000);
const readOf = (text: string): Read => lately.of(text, () => ({ tokens: tokenize(text) }));
