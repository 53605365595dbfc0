import compile from "icu-minify/compile";
import { type Catalogue, catalogues } from "./catalogue.ts";
import type { Locale } from "./locales.ts";

const read = new Map<Locale, Catalogue>();

/**
 * The texts of a language read as messages, once, on the server: the page only fills in their values, and what was not read
 * it would show as it is written. `next.config.mjs` puts the half of the formatter that can do that in the place of the
 * whole. The page itself reads only the other language of an answer, by code that it fetches for that.
 */
export function readMessages(locale: Locale): Catalogue {
  const known = read.get(locale);
  if (known !== undefined) return known;
  // Plain objects alone reach the page. The type is that of the texts: the keys are the same, and only they are typed.
  const messages: Catalogue = JSON.parse(JSON.stringify(readTexts(catalogues[locale])));
  read.set(locale, messages);
  return messages;
}

function readTexts(texts: unknown): unknown {
  if (typeof texts === "string") return compile(texts);
  return Object.fromEntries(
    Object.entries(texts as Record<string, unknown>).map(([key, one]) => [key, readTexts(one)]),
  );
}
