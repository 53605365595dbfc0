import { readFileSync } from "node:fs";
import path from "node:path";
import { tokenize } from "#lib/language/words";
import { decode } from "#lib/platform/decode";
import { splitLines } from "#lib/platform/lines";
import { documentText } from "../../lib/search/reading/document-text.ts";
import { readDocument } from "../../lib/search/reading/read-document.ts";

/** A passage as our own index searches it; every engine that is measured beside it gets the same ones. */
export type PeerPassage = {
  relative_path: string;
  line_start: number;
  line_end: number;
  title: string;
  heading: string;
  path: string;
  body: string;
  code: string;
};

export type PeerDocument = { relative_path: string; title: string; passages: PeerPassage[] };

/** Reads documents one after the other; one that is no text is passed over. */
export function* readDocuments(dir: string, names: Iterable<string>): Generator<PeerDocument> {
  for (const relative_path of names) {
    const decoded = decode(readFileSync(path.join(dir, relative_path)));
    if (decoded.kind === "not_text") continue;
    const markdown = readDocument(splitLines(decoded.text), relative_path);
    const text = documentText(markdown, relative_path);
    const ends = markdown.passages.filter((passage) => !passage.silent).map(({ end }) => end);
    yield {
      relative_path,
      title: markdown.title,
      passages: text.passages.map(({ line, heading, body, code }, i) => ({
        relative_path,
        line_start: line,
        line_end: ends[i] ?? line,
        title: text.title,
        heading,
        path: text.path,
        body,
        code,
      })),
    };
  }
}

/** The words our own index counts, in reading order. */
export function wordsOf(text: string): string[] {
  return tokenize(text).flatMap((token) => (token.stop ? [] : [token.term]));
}

/** How much an occurrence counts by where it stands: our own weights, for every engine that takes such. */
export { fieldWeights } from "../../lib/search/signals/limits.ts";
