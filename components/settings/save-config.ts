"use client";
import type { Config, DocAccess } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { configRemote, indexRemote } from "../api/remotes.ts";

/**
 * Saves some sections of the configuration and puts the server's new document on the page. Throws ApiProblem; nothing is
 * lost. When somebody else saved meanwhile, the page takes over what is there before it says so, so that a second try works.
 */
export async function saveConfig(
  { config, etag }: ConfigDocument,
  change: Partial<Config>,
): Promise<void> {
  try {
    configRemote.put(await api.saveConfig({ ...config, ...change }, etag));
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status === 412) await configRemote.reload();
    throw problem;
  }
}

/** Saves what may be read: folders or denylist. */
export async function saveDocAccess(
  document: ConfigDocument,
  change: Partial<Pick<DocAccess, "roots" | "deny">>,
): Promise<void> {
  await saveConfig(document, { doc_access: { ...document.config.doc_access, ...change } });
  void indexRemote.reload();
}

/** The sentences for the fields of one setting when the server has some; else what it said of the whole save. */
export function fieldSaid(
  problem: ApiProblem,
  setting:
    | "doc_access.roots"
    | "doc_access.deny"
    | "mcp_servers"
    | "tools"
    | "model"
    | "answer"
    | "sandbox"
    | "web"
    | "retrieval.embedding",
  text: (problem: ApiProblem) => string,
): string {
  const own = problem.fields.filter((field) => field.path.startsWith(setting));
  return own.length > 0 ? own.map((field) => field.message).join(" ") : text(problem);
}
