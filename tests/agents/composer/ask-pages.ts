import { expect } from "vitest";
import { type Composition, composeQuote } from "#lib/agents/composer/quote";
import { judgeClaims } from "#lib/citations/gate";
import type { Lang } from "#lib/contracts/answer";
import type { QueryTerm } from "#lib/contracts/envelope";
import { contentTerms, tokenize } from "#lib/language/words";
import { cite, verified } from "../../citations/sample.ts";

type Page = {
  text: string;
  title?: string;
  score?: number;
  line?: number;
  file?: number;
  path?: string;
  /** The folder it is in, by its label. */
  root?: string;
};

/** What the docs server would hand over for these passages: words with their weights, passages best first. */
export function ask(
  question: string,
  pages: Page[],
  lang: Lang = "en",
  folders: string[] = [],
): Composition {
  const held = pages.map((p) => new Set(contentTerms(`${p.title ?? ""}\n${p.text}`)));
  const tokens = tokenize(question).filter((t) => !t.stop && t.kind !== "han_single");
  const known = (term: string) => held.filter((h) => h.has(term)).length;
  // As the index does: an identifier that stands nowhere is searched by its pieces.
  const words = tokens.filter((t) => {
    const split = tokens.some((o) => o !== t && o.start >= t.start && o.end <= t.end);
    return !(split && known(t.term) === 0);
  });
  const counts = [...new Set(words.map((t) => t.term))].map((term) => ({
    term,
    passages: known(term),
  }));
  const weights = counts.map((c) => Math.log(1 + (20 - c.passages) / (c.passages + 0.5)));
  const all = weights.reduce((a, b) => a + b, 0);
  const terms: QueryTerm[] = counts.map((c, i) => ({ ...c, weight: (weights[i] ?? 0) / all }));
  const citations = pages.map((page, i) => {
    const known = terms.filter((t) => held[i]?.has(t.term)).reduce((a, t) => a + t.weight, 0);
    return {
      ...cite(i + 1, page.text, page.line ?? 10, page.score ?? 0.75 * known),
      ...(page.file === undefined ? {} : { relative_path: `page-${page.file}.md` }),
      ...(page.path === undefined ? {} : { relative_path: page.path }),
      title: page.title ?? `Page ${i + 1}`,
      ...(page.root === undefined
        ? {}
        : { root_id: page.root, display_path: `${page.root}/page-${i + 1}.md` }),
    };
  });
  const passages = pages.map((p, i) => ({ citation_id: i + 1, text: p.text, kind: "prose" }));
  const composition = composeQuote({ question, lang, citations, passages, terms, folders });
  const gate = judgeClaims({
    claims: composition.claims,
    citations,
    verifications: new Map(pages.map((p, i) => [i + 1, verified(p.text)])),
    policy: "require_citations",
  });
  expect(gate.withheld).toEqual([]);
  expect(gate.passed.every((c) => c.support === "verbatim")).toBe(true);
  return composition;
}
export const texts = (c: Composition): string[] => c.claims.map((claim) => claim.text);
