"use client";
import type { RootConfig } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { configRemote, indexRemote } from "../api/remotes.ts";

/**
 * Saves another list of folders and puts the server's new document on the page. Throws ApiProblem; nothing is lost. When
 * somebody else saved meanwhile, the page takes over what is there, so that a second try can work.
 */
export async function saveRoots(document: ConfigDocument, roots: RootConfig[]): Promise<void> {
  const { config, etag } = document;
  const next = { ...config, doc_access: { ...config.doc_access, roots } };
  try {
    configRemote.put(await api.saveConfig(next, etag));
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status === 412) void configRemote.reload();
    throw problem;
  }
  void indexRemote.reload();
}

/** The sentences for a folder's fields when the server has some; else what it said of the whole save. */
export function folderSaid(problem: ApiProblem, text: (problem: ApiProblem) => string): string {
  const own = problem.fields.filter((field) => /^doc_access\.roots/.test(field.path));
  return own.length > 0 ? own.map((field) => field.message).join(" ") : text(problem);
}
