import { sha256 } from "#lib/platform/hash";
import type { Entry } from "../inventory.ts";
import { countPassages, type PassageFacts, passageAt } from "../packed-outline.ts";
import { longestTextChars } from "./limits.ts";

/** What is embedded of a passage: where it stands, in the words of title and headings, and then its lines. */
export function textToEmbed(title: string, { breadcrumb }: PassageFacts, text: string): string {
  const way = breadcrumb[0] === title ? breadcrumb : [title, ...breadcrumb];
  const whole = `${way.join(" > ")}\n\n${text}`;
  return whole.slice(0, longestTextChars).toWellFormed();
}

/** An entry is one version of a file, and so are the hashes of its passages. */
const known = new WeakMap<Entry, readonly string[]>();

/**
 * Of each passage a hash that stands for the text that is embedded: of title, headings and the hash of its lines, so that
 * no file is opened for it. A file that was renamed, or read anew, has the same ones.
 */
export function hashesOf(entry: Entry): readonly string[] {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const { title, outline } = entry.facts;
  const hashes: string[] = [];
  for (let i = 0; i < countPassages(outline); i++) {
    const { breadcrumb = [], hash = "" } = passageAt(outline, i) ?? {};
    hashes.push(sha256(JSON.stringify([title, breadcrumb, hash])).slice(0, hashDigits));
  }
  known.set(entry, hashes);
  return hashes;
}
const hashDigits = 32;

/** About how many bytes of a passage would be sent; by its share of the lines where its bytes are not known. */
export function bytesToEmbed({ facts }: Entry, passage: PassageFacts): number {
  const { title, lines, file } = facts;
  const { bytes, line_start, line_end, breadcrumb } = passage;
  const own =
    bytes === undefined
      ? (file.bytes * (line_end - line_start + 1)) / Math.max(1, lines)
      : bytes.end - bytes.start;
  const around = Buffer.byteLength(title) + Buffer.byteLength(breadcrumb.join());
  return Math.min(longestTextChars, Math.round(own) + around);
}
