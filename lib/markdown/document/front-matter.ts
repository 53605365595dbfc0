import { parseDocument } from "yaml";
import { readPlainFrontMatter } from "./plain-front-matter.ts";

/**
 * The block of `---` at the top of a file. Only data is read from it: the YAML core schema, no tags, few aliases, a
 * limit on size and nesting. What breaks a limit or is no YAML costs the metadata of one file and is reported.
 */
export type FrontMatter = {
  /** Lines of the block, both rules included; 0 when there is none. */
  lines: number;
  title?: string;
  /** Other names of the document and words about it: aliases, tags, keywords, description. */
  aliases: string[];
  about: string[];
  /** The block is there, but it is not valid YAML or goes beyond the limits. */
  unused: boolean;
};

/** Where site generators keep what else a page is called, and what it is about. */
const named = ["aliases", "subtitle", "sidebar_label", "linkTitle", "shortTitle", "nav_title"];
const telling = ["tags", "keywords", "description", "summary", "excerpt"];

const longestBlock = 65_536;
const deepest = 40;
const mostAliases = 20;

const none: FrontMatter = { lines: 0, aliases: [], about: [], unused: false };

/** The block between the rules; undefined when there is none. */
function blockOf(lines: readonly string[]): string[] | undefined {
  if (!/^---[ \t]*$/.test(lines[0] ?? "")) return undefined;
  let end = 1;
  while (end < lines.length && !/^(?:---|\.\.\.)[ \t]*$/.test(lines[end] ?? "")) end += 1;
  // A rule at the top without a second one below is a thematic break.
  return end >= lines.length ? undefined : lines.slice(1, end);
}

/** The block without a look into it, for a file whose front matter cannot be read in time. */
export function passOverFrontMatter(lines: readonly string[]): FrontMatter {
  const body = blockOf(lines);
  return body === undefined ? none : { ...none, lines: body.length + 2, unused: true };
}

export function readFrontMatter(lines: readonly string[]): FrontMatter {
  const body = blockOf(lines);
  if (body === undefined || !looksLikeYaml(body)) return none;
  const found: FrontMatter = { ...none, lines: body.length + 2 };
  const text = body.join("\n");
  const unused: FrontMatter = { ...found, ...plainTitle(body), unused: true };
  if (text.length > longestBlock || nesting(text) > deepest) return unused;
  const plain = readPlainFrontMatter(body);
  const data = plain === undefined ? readYaml(text) : { kind: "read" as const, data: plain };
  if (data.kind === "unreadable") return unused;
  if (data.data === undefined) return found;
  const value = (name: string): unknown => data.data?.get(name);
  const title = texts(value("title"))[0];
  return {
    ...found,
    ...(title === undefined ? {} : { title }),
    aliases: named.flatMap((name) => texts(value(name))),
    about: telling.flatMap((name) => texts(value(name))),
  };
}

type Yaml =
  | { kind: "read"; data: ReadonlyMap<unknown, unknown> | undefined }
  | { kind: "unreadable" };

/** Names and values; undefined where it is no list of names. */
function readYaml(text: string): Yaml {
  try {
    const document = parseDocument(text, {
      schema: "core",
      version: "1.2",
      merge: false,
      uniqueKeys: false,
      logLevel: "silent",
      stringKeys: false,
      prettyErrors: false,
    });
    if (document.errors.length > 0) return { kind: "unreadable" };
    const data: unknown = document.toJS({ maxAliasCount: mostAliases });
    const names = typeof data === "object" && data !== null && !Array.isArray(data);
    return { kind: "read", data: names ? new Map(Object.entries(data)) : undefined };
  } catch {
    // The parser gives up on alias explosions and on nesting beyond the stack.
    return { kind: "unreadable" };
  }
}

/** Between two thematic breaks stands prose; front matter has a key on its first line that is no comment. */
function looksLikeYaml(body: readonly string[]): boolean {
  const first = body.find((line) => line.trim() !== "" && !line.startsWith("#"));
  return first === undefined || /^(?:["']?[^\s"':][^:]*["']?\s*:(?:\s|$)|[{[%])/.test(first);
}

/** How deep the text may nest at most, by brackets and by indentation and dashes. */
function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (const char of text) {
    if (char === "[" || char === "{") most = Math.max(most, ++depth);
    else if (char === "]" || char === "}") depth = Math.max(0, depth - 1);
  }
  for (const line of text.split("\n")) {
    const dashes = /^(?:\s*[-?]\s)*/.exec(line.slice(0, 400))?.[0].match(/[-?]/g)?.length ?? 0;
    most = Math.max(most, dashes);
  }
  return most;
}

/** `title: {#if …}` is no YAML, and still says what the page is called. */
function plainTitle(body: readonly string[]): { title?: string } {
  for (const line of body) {
    const title = /^title:\s*(\S.{0,500})$/.exec(line.trimEnd())?.[1];
    if (title !== undefined) return { title };
  }
  return {};
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim().slice(0, 1000)];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value))
    return value.slice(0, 50).flatMap((v) => (Array.isArray(v) ? [] : texts(v)));
  return [];
}
