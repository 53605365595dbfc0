import type { Access } from "#lib/access/access";
import type { OpenedDocument } from "#lib/access/open-document";
import type { FileVersion } from "#lib/contracts/citation";
import { decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { hashLines, sliceLines, splitLines } from "#lib/platform/lines";
import type { Entry, Place } from "./inventory.ts";
import type { PassageFacts } from "./packed-outline.ts";

/** A document as it stands on the disk at this moment, which is as it was when it was indexed. */
export type CitedFile = {
  real_path: string;
  /** Of its root. */
  label: string;
  file: FileVersion;
  textOf(passage: PassageFacts): { text: string; sha256: string };
  lines(): readonly string[];
};

/**
 * The documents that one search cites, each judged, opened and read once: to nothing when it cannot be read any more or is
 * not what was indexed.
 */
export function openCitedFiles(
  access: Access,
): (entry: Entry, place: Place) => Promise<CitedFile | undefined> {
  const border = access.now();
  const known = new Map<string, Promise<CitedFile | undefined>>();
  const open = async (entry: Entry, place: Place): Promise<CitedFile | undefined> => {
    const verdict = await border.judge(place.relative_path, place.root_id);
    if (verdict.kind === "refused") return undefined;
    // Whatever keeps it from being read, it is not quoted; the re-reading that follows says why.
    const opened = await access.open(verdict).catch(() => undefined);
    if (opened === undefined) return undefined;
    const { real_path, root } = verdict;
    const whole = sha256(opened.bytes);
    const indexed = entry.facts.file;
    if (whole !== indexed.sha256) return undefined;
    const { size, mtime_ms } = opened.stat;
    const file = { bytes: size, mtime_ms, sha256: whole, encoding: indexed.encoding };
    return { real_path, label: root.label, file, ...textIn(opened) };
  };
  return (entry, place) => {
    const opening = known.get(entry.key) ?? open(entry, place);
    known.set(entry.key, opening);
    return opening;
  };
}

/** Of a passage whose bytes are known the rest of the file need not be decoded, nor cut into lines. */
function textIn({ bytes }: Pick<OpenedDocument, "bytes">): Pick<CitedFile, "textOf" | "lines"> {
  let known: string[] | undefined;
  const lines = () => {
    known ??= linesOf(bytes);
    return known;
  };
  return {
    lines,
    textOf({ line_start, line_end, bytes: own }) {
      if (own !== undefined) {
        const text = bytes.toString("utf8", own.start, own.end);
        return { text, sha256: sha256(bytes.subarray(own.start, own.end)) };
      }
      const cited = sliceLines(lines(), line_start, line_end);
      return { text: cited.join("\n"), sha256: hashLines(cited) };
    },
  };
}

/** The same bytes could be read as text when they were indexed. */
function linesOf(bytes: Buffer): string[] {
  const decoded = decode(bytes);
  return decoded.kind === "text" ? splitLines(decoded.text) : [];
}
