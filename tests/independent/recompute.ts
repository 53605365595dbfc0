import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A second opinion on every citation: reads the cited files itself, decodes, splits and hashes with code of its own,
 * and compares with what an answer or a search result claims. It imports nothing of the program, so that a mistake
 * there cannot hide here. It judges citations, not answers: whether a sentence is a good answer is not its business.
 *
 *   node tests/independent/recompute.ts --root handbook=handbook answer.json results.jsonl
 */
export type Problem = { where: string; what: string };
export type Report = {
  citations: number;
  reads: number;
  claims: number;
  lines: number;
  problems: Problem[];
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Cited = {
  id: number;
  root_id: string;
  relative_path: string;
  path: string;
  locator: { line_start: number; line_end: number };
  snippet: string;
  truncated: boolean;
  sha256: string;
  file: { bytes: number; sha256: string; encoding: string };
  score: number;
  breakdown: { value: number }[];
  text?: string;
};
type Read = {
  root_id: string;
  relative_path: string;
  line_start: number;
  line_end: number;
  text: string;
  sha256: string;
  encoding: string;
  file: { bytes: number; sha256: string; encoding: string };
  total_lines?: number;
  truncated?: boolean;
};
type Claimed = {
  id: string;
  text: string;
  citations: number[];
  support: string;
  spans: { citation: number; line: number; start: number; end: number }[];
};

const LONGEST_WORD = 100;

/** Walks any JSON for citations, read results and claims. `roots` maps root id to its folder. */
export function recompute(
  documents: readonly unknown[],
  roots: ReadonlyMap<string, string>,
): Report {
  const report: Report = { citations: 0, reads: 0, claims: 0, lines: 0, problems: [] };
  const cache = new Map<string, FileFacts>();
  for (const document of documents) walk(document as Json, roots, cache, report);
  return report;
}

function walk(
  value: Json,
  roots: ReadonlyMap<string, string>,
  cache: Map<string, FileFacts>,
  report: Report,
): void {
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, roots, cache, report);
    return;
  }
  if (isCitation(value)) {
    report.citations += 1;
    // The shape was just tested; wrong types inside show up as differences below.
    const cited = value as unknown as Cited;
    judge(cited, roots, cache, report);
    return;
  }
  if (isRead(value)) {
    report.reads += 1;
    judgeRead(value as unknown as Read, roots, cache, report); // shape tested as above
    return;
  }
  if (Array.isArray(value.claims) && Array.isArray(value.citations)) {
    judgeClaims(
      value.claims as unknown as Claimed[], // an Answer: claims beside the citations they name
      value.citations as unknown as Cited[],
      roots,
      cache,
      report,
    );
    const blocks = Array.isArray(value.blocks) ? value.blocks : [];
    judgeLines(
      blocks as unknown as { kind: string; lines?: ShownLine[] }[], // what of an Answer is shown
      value.citations as unknown as Cited[],
      roots,
      cache,
      report,
    );
  }
  for (const item of Object.values(value)) walk(item, roots, cache, report);
}

function isCitation(value: { [key: string]: Json }): boolean {
  return "locator" in value && "snippet" in value && "sha256" in value && "relative_path" in value;
}

function isRead(value: { [key: string]: Json }): boolean {
  return "text" in value && "line_start" in value && "encoding" in value && "file" in value;
}

function judge(
  cited: Cited,
  roots: ReadonlyMap<string, string>,
  cache: Map<string, FileFacts>,
  report: Report,
): void {
  const { line_start, line_end } = cited.locator;
  const where = `${cited.root_id}:${cited.relative_path} lines ${line_start}-${line_end}`;
  const wrong = (what: string) => report.problems.push({ where, what });
  const facts = factsOf(cited, roots, cache, wrong);
  if (facts === undefined) return;
  compareFile(cited.file, facts, wrong);
  if (realpathSync(cited.path) !== facts.real_path) wrong("path names another file");
  if (!rangeFits(line_start, line_end, facts.lines.length)) {
    wrong(`the file has ${facts.lines.length} lines`);
    return;
  }
  const lines = facts.lines.slice(line_start - 1, line_end);
  const whole = lines.join("\n");
  if (hashText(whole) !== cited.sha256) wrong("sha256 of the lines differs");
  if (cited.text !== undefined && cited.text !== whole) wrong("text differs from the lines");
  compareSnippet(cited, whole, wrong);
  const sum = cited.breakdown.reduce((total, part) => total + part.value, 0);
  if (
    cited.breakdown.length > 0 &&
    Math.abs(sum - cited.score) > 1e-6 * Math.max(1, Math.abs(sum))
  ) {
    wrong(`the breakdown sums to ${sum}, the score is ${cited.score}`);
  }
}

function compareSnippet(cited: Cited, whole: string, wrong: (what: string) => void): void {
  if (cited.snippet === "") wrong("the snippet is empty");
  const at = whole.indexOf(cited.snippet);
  if (at < 0) {
    wrong("the snippet is not in the lines");
    return;
  }
  if (cited.truncated === (cited.snippet === whole)) wrong("truncated does not say what it is");
  if (!someCutAtWordEnds(whole, cited.snippet)) wrong("the snippet is cut inside a word");
}

/** A snippet may occur more than once; one occurrence with clean ends is enough. Han text has no word ends to respect. */
function someCutAtWordEnds(whole: string, snippet: string): boolean {
  for (let at = whole.indexOf(snippet); at >= 0; at = whole.indexOf(snippet, at + 1)) {
    const end = at + snippet.length;
    if (!insideWord(whole, at) && !insideWord(whole, end)) return true;
  }
  return false;
}

function insideWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at).match(/.$/u)?.[0] ?? "";
  const after = text.slice(at, at + 2).match(/^./u)?.[0] ?? "";
  if (/\p{Surrogate}/u.test(before + after)) return true;
  // What is longer than any word, such as a key in base64, has to be cut somewhere.
  const run =
    (/\S*$/.exec(text.slice(0, at))?.[0] ?? "") + (/^\S*/.exec(text.slice(at))?.[0] ?? "");
  if (run.length > LONGEST_WORD) return false;
  const word = /[\p{L}\p{N}]/u;
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  return word.test(before) && word.test(after) && !unspaced.test(before) && !unspaced.test(after);
}

function judgeRead(
  read: Read,
  roots: ReadonlyMap<string, string>,
  cache: Map<string, FileFacts>,
  report: Report,
): void {
  const where = `${read.root_id}:${read.relative_path} read ${read.line_start}-${read.line_end}`;
  const wrong = (what: string) => report.problems.push({ where, what });
  const facts = factsOf(read, roots, cache, wrong);
  if (facts === undefined) return;
  compareFile(read.file, facts, wrong);
  if (read.encoding !== facts.encoding)
    wrong(`encoding is ${facts.encoding}, not ${read.encoding}`);
  if (read.total_lines !== undefined && read.total_lines !== facts.lines.length) {
    wrong(`the file has ${facts.lines.length} lines, not ${read.total_lines}`);
  }
  const whole = facts.lines.slice(read.line_start - 1, read.line_end).join("\n");
  // A single line too long for a page is cut in the text and hashed whole.
  const same = read.truncated === true ? whole.startsWith(read.text) : read.text === whole;
  if (!same) wrong("text differs from the lines");
  if (hashText(whole) !== read.sha256) wrong("sha256 of the lines differs");
}

function judgeClaims(
  claims: readonly Claimed[],
  citations: readonly Cited[],
  roots: ReadonlyMap<string, string>,
  cache: Map<string, FileFacts>,
  report: Report,
): void {
  const byId = new Map(citations.map((cited) => [cited.id, cited]));
  if (byId.size !== citations.length)
    report.problems.push({ where: "answer", what: "an id twice" });
  for (const claim of claims) {
    report.claims += 1;
    const wrong = (what: string) => report.problems.push({ where: `claim ${claim.id}`, what });
    if (claim.citations.length === 0) wrong("it has no citation");
    for (const id of claim.citations) if (!byId.has(id)) wrong(`citation ${id} does not exist`);
    let words = squeezed(claim.text);
    for (const span of claim.spans) {
      const cited = byId.get(span.citation);
      if (cited === undefined) {
        wrong(`a span names citation ${span.citation}, which does not exist`);
        continue;
      }
      const { line_start, line_end } = cited.locator;
      if (span.line < line_start || span.line > line_end) {
        wrong(`a span on line ${span.line} lies outside lines ${line_start}-${line_end}`);
        continue;
      }
      const line = factsOf(cited, roots, cache, wrong)?.lines[span.line - 1];
      if (line === undefined) continue; // the citation itself is reported
      // An empty line inside a quoted block has an empty span.
      const empty = span.end === span.start && line.trim() !== "";
      if (span.start < 0 || span.end < span.start || span.end > line.length || empty) {
        wrong(`span ${span.start}-${span.end} does not fit line ${span.line}`);
        continue;
      }
      const said = squeezed(line.slice(span.start, span.end));
      if (!words.includes(said)) wrong(`the words of line ${span.line} are not in its text`);
      words = words.replace(said, "");
    }
    if (claim.support === "verbatim" && words !== "") wrong("its text has words that no span has");
  }
}

type ShownLine = {
  citation: number;
  line_start: number;
  line_end: number;
  text: string;
  kind: string;
  column: number;
};

/** Lines that are shown and claim nothing: each word stands on the lines that it is said to, of a table those of its last row. */
function judgeLines(
  blocks: readonly { kind: string; lines?: ShownLine[] }[],
  citations: readonly Cited[],
  roots: ReadonlyMap<string, string>,
  cache: Map<string, FileFacts>,
  report: Report,
): void {
  const byId = new Map(citations.map((cited) => [cited.id, cited]));
  for (const { kind, lines = [] } of blocks) {
    for (const { citation, line_start, line_end, text, kind: as, column } of lines) {
      report.lines += 1;
      const where = `a line of ${kind}, ${line_start}`;
      const wrong = (what: string) => report.problems.push({ where, what });
      const cited = byId.get(citation);
      if (cited === undefined) {
        wrong(`citation ${citation} does not exist`);
        continue;
      }
      if (line_start < cited.locator.line_start || line_end > cited.locator.line_end)
        wrong("it lies outside the lines of its citation");
      const there = factsOf(cited, roots, cache, wrong)?.lines.slice(line_start - 1, line_end);
      if (there === undefined) continue; // the citation itself is reported
      const first = (there[0] ?? "").slice(column);
      let rest = squeezed([first, ...there.slice(1)].join("\n"));
      const words = (as === "table" ? (text.split("\n").at(-1) ?? "") : text).split(/\s+/);
      for (const word of words) {
        const at = rest.indexOf(word);
        if (at < 0) wrong(`“${word}” does not stand there`);
        else rest = rest.slice(at + word.length);
      }
    }
  }
}

/** Layout is free: a claim may join lines that the file breaks. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

function compareFile(
  claimed: { bytes: number; sha256: string; encoding: string },
  facts: FileFacts,
  wrong: (what: string) => void,
): void {
  if (claimed.bytes !== facts.bytes)
    wrong(`the file has ${facts.bytes} bytes, not ${claimed.bytes}`);
  if (claimed.sha256 !== facts.sha256) wrong("sha256 of the file differs");
  if (claimed.encoding !== facts.encoding) {
    wrong(`encoding is ${facts.encoding}, not ${claimed.encoding}`);
  }
}

function rangeFits(from: number, to: number, count: number): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && from >= 1 && to >= from && to <= count;
}

export type FileFacts = {
  real_path: string;
  bytes: number;
  sha256: string;
  encoding: string;
  lines: string[];
};

function factsOf(
  cited: { root_id: string; relative_path: string },
  roots: ReadonlyMap<string, string>,
  cache: Map<string, FileFacts>,
  wrong: (what: string) => void,
): FileFacts | undefined {
  const root = roots.get(cited.root_id);
  if (root === undefined) {
    wrong("the root is not known");
    return undefined;
  }
  const file = path.join(root, ...cited.relative_path.split("/"));
  const known = cache.get(file);
  if (known !== undefined) return known;
  try {
    const real_path = realpathSync(file);
    if (!real_path.startsWith(realpathSync(root) + path.sep)) {
      wrong("the file lies outside its root");
      return undefined;
    }
    const facts = { real_path, ...readFacts(readFileSync(real_path)) };
    cache.set(file, facts);
    return facts;
  } catch (error) {
    wrong(`the file cannot be read: ${(error as NodeJS.ErrnoException).code ?? "failed"}`);
    return undefined;
  }
}

/** Encoding, lines and hashes of a file's bytes, as the published citation contract defines them. */
export function readFacts(bytes: Buffer): Omit<FileFacts, "real_path"> {
  const { text, encoding } = decodeBytes(bytes);
  return {
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    encoding,
    lines: linesOf(text),
  };
}

function decodeBytes(bytes: Buffer): { text: string; encoding: string } {
  const starts = (...head: number[]) => head.every((byte, index) => bytes[index] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return { text: bytes.toString("utf8", 3), encoding: "utf-8" };
  if (starts(0xff, 0xfe)) return { text: utf16(bytes, false), encoding: "utf-16le" };
  if (starts(0xfe, 0xff)) return { text: utf16(bytes, true), encoding: "utf-16be" };
  const utf8 = bytes.toString("utf8");
  if (Buffer.from(utf8, "utf8").equals(bytes)) return { text: utf8, encoding: "utf-8" };
  try {
    const gbk = new TextDecoder("gbk", { fatal: true }).decode(bytes);
    const foreign = [...gbk].filter((char) => char.charCodeAt(0) > 0x7f);
    const chinese = foreign.filter((char) => /[一-龥　-〿＀-￯—‘-”…]/u.test(char));
    if (chinese.length >= 2 && chinese.length * 2 >= foreign.length) {
      return { text: gbk, encoding: "gbk" };
    }
  } catch {
    // Not GBK: every byte is a character of Latin-1.
  }
  return { text: bytes.toString("latin1"), encoding: "latin1" };
}

/** A last odd byte is half a character and becomes U+FFFD. */
function utf16(bytes: Buffer, bigEndian: boolean): string {
  const body = Buffer.from(bytes.subarray(2));
  const even = body.subarray(0, body.length - (body.length % 2));
  if (bigEndian) even.swap16();
  const text = even.toString("utf16le").toWellFormed();
  return even.length === body.length ? text : `${text}\uFFFD`;
}

/** Reads character by character: CR LF, LF and CR end a line; the empty piece after the last end is none. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 10 && unit !== 13) continue;
    lines.push(text.slice(start, at));
    if (unit === 13 && text.charCodeAt(at + 1) === 10) at += 1;
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function hashText(text: string): string {
  return createHash("sha256").update(Buffer.from(text.toWellFormed(), "utf8")).digest("hex");
}

/** Command line: exit 0 when everything holds, 1 when something does not, 2 for a wrong call. */
function main(args: readonly string[]): number {
  const roots = new Map<string, string>();
  const files: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg !== "--root") {
      files.push(arg);
      continue;
    }
    at += 1;
    const [id, ...folder] = (args[at] ?? "").split("=");
    if (!id || folder.length === 0) {
      console.error("--root needs id=folder, for example --root handbook=handbook.");
      return 2;
    }
    roots.set(id, path.resolve(folder.join("=")));
  }
  if (files.length === 0 || roots.size === 0) {
    console.error(
      "usage: node tests/independent/recompute.ts --root ID=DIR … FILE.json|FILE.jsonl …",
    );
    return 2;
  }
  const documents = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    if (!file.endsWith(".jsonl")) return [JSON.parse(text)];
    return text.split("\n").flatMap((line) => (line.trim() ? [JSON.parse(line)] : []));
  });
  const report = recompute(documents, roots);
  for (const problem of report.problems.slice(0, 50)) {
    console.log(`${problem.where}: ${problem.what}`);
  }
  console.log(
    `${report.citations} citations, ${report.reads} reads, ${report.claims} claims, ${report.lines} lines, ${report.problems.length} problems`,
  );
  return report.problems.length === 0 ? 0 : 1;
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  process.exitCode = main(process.argv.slice(2));
}
