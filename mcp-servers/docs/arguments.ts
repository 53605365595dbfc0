import nodePath from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { AccessRoot } from "#lib/access/resolve-root";
import { AppError } from "#lib/contracts/errors";
import { webRootId } from "#lib/contracts/web";
import { say } from "#lib/platform/say";

export type Arguments = {
  roots: AccessRoot[];
  client_roots: boolean;
  embedding: boolean;
  /** Whether a search takes a vector, and the vectors that another server keeps are read; none is kept by this one. */
  vectors: boolean;
  saved_pages: boolean;
  /** Whose saved pages, of people who sign in. */
  pages_of?: string;
  /** The groups of those who ask: roots that are for others are closed. Absent: all of them are open. */
  groups?: readonly string[];
  /** Where it is to answer over HTTP; without it, it answers over stdio. */
  http?: { port: number };
};

const defaultPort = 3001;
const options = {
  root: { type: "string", multiple: true },
  "client-roots": { type: "boolean" },
  http: { type: "boolean" },
  port: { type: "string" },
  // By the web server alone.
  embedding: { type: "boolean" },
  vectors: { type: "boolean" },
  "saved-pages": { type: "boolean" },
  "pages-of": { type: "string" },
  groups: { type: "string" },
} as const;

/**
 * The command line of the docs server. Folders given by `--root`, any number of times, stand in place of the configured
 * ones. The folder's name is its id and its label; a second folder of the same name gets `-2`. A relative DIR is relative
 * to where the person stands. Throws AppError for what it does not know or cannot use, in one sentence.
 */
export function readArguments(args: readonly string[], standing: string): Arguments {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const folders: string[] = [];
  const given = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") throw unknownOption(token.value);
    const { name, rawName, value } = token;
    const known = Object.entries(options).find(([option]) => option === name)?.[1];
    if (known === undefined || (known.type === "boolean" && value !== undefined)) {
      throw unknownOption(rawName);
    }
    given.set(name, value);
    if (name !== "root") continue;
    if (!value || (!token.inlineValue && value.startsWith("--"))) {
      throw new AppError("config_invalid", say("en", "docs.root_needs_folder"));
    }
    folders.push(nodePath.resolve(standing, value));
  }
  const http = given.has("http");
  if (http && given.has("client-roots")) {
    throw new AppError("config_invalid", say("en", "docs.http_client_roots"));
  }
  if (!http && given.has("port")) {
    throw new AppError("config_invalid", say("en", "docs.port_without_http"));
  }
  const pages_of = given.get("pages-of");
  if (given.has("pages-of") && !pages_of) throw unknownOption("--pages-of");
  return {
    roots: nameRoots(folders),
    client_roots: given.has("client-roots"),
    embedding: given.has("embedding"),
    vectors: given.has("vectors"),
    saved_pages: given.has("saved-pages"),
    ...(pages_of === undefined ? {} : { pages_of }),
    ...(given.has("groups") ? { groups: readGroups(given.get("groups")) } : {}),
    ...(http
      ? { http: { port: given.has("port") ? readPort(given.get("port")) : defaultPort } }
      : {}),
  };
}

/** A list in JSON, as the web server writes it. */
function readGroups(text = ""): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    throw unknownOption("--groups");
  }
}

function unknownOption(option: string): AppError {
  return new AppError("config_invalid", say("en", "docs.unknown_option", { option }));
}

function readPort(text = ""): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new AppError("config_invalid", say("en", "docs.bad_port", { port: text }));
}

function nameRoots(folders: readonly string[]): AccessRoot[] {
  const taken = new Set<string>([webRootId]);
  return folders.map((path) => {
    const name = nodePath.basename(path) || "root";
    let id = name;
    for (let n = 2; taken.has(id); n += 1) id = `${name}-${n}`;
    taken.add(id);
    return { id, label: id, path };
  });
}
