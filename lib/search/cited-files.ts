import type { Access } from "#lib/access/access";
import type { OpenedDocument } from "#lib/access/open-document";
import type { FileVersion } from "#lib/contracts/citation";
import { decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { hashLines, sliceLines, splitLines } from "#lib/platform/lines";
import { signatureOf } from "./crawl/walk-root.ts";
import type { Entry, Place } from "./inventory.ts";
import type { PassageFacts } from "./packed-outline.ts";

/** A document as it stands on the disk at this moment, which is as it was when it was indexed. */
export type CitedFile = {
  real_path: string;
  /** Of its root. */
  label: string;
  file: FileVersion;
  /** Undefined when these lines are not what was indexed. */
  textOf(passage: PassageFacts): { text: string; sha256: string } | undefined;
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
    const { sha256: whole, encoding } = entry.facts.file;
    const { size, mtime_ms } = opened.stat;
    // Its lines are hashed in any case; all of it only where the file system does not say that nobody has touched it since.
    if (!isUntouched(opened, entry) && sha256(opened.bytes) !== whole) return undefined;
    const file = { bytes: size, mtime_ms, sha256: whole, encoding };
    return { real_path, label: root.label, file, ...textIn(opened) };
  };
  return (entry, place) => {
    const opening = known.get(entry.key) ?? open(entry, place);
    known.set(entry.key, opening);
    return opening;
  };
}

/** As it was when it was read for the index, by the times and the size that the file system tells. */
function isUntouched({ stat }: OpenedDocument, { signature }: Entry): boolean {
  const { mtime_ns: mtimeNs, ctime_ns: ctimeNs, size, ino } = stat;
  return signatureOf({ mtimeNs, ctimeNs, size: BigInt(size), ino }) === signature;
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
    textOf({ line_start, line_end, bytes: own, hash }) {
      const cited = own === undefined ? sliceLines(lines(), line_start, line_end) : [];
      const found =
        own === undefined ? hashLines(cited) : sha256(bytes.subarray(own.start, own.end));
      if (!found.startsWith(hash)) return undefined;
      const text =
        own === undefined ? cited.join("\n") : bytes.toString("utf8", own.start, own.end);
      return { text, sha256: found };
    },
  };
}

/** The same bytes could be read as text when they were indexed. */
function linesOf(bytes: Buffer): string[] {
  const decoded = decode(bytes);
  return decoded.kind === "text" ? splitLines(decoded.text) : [];
}
