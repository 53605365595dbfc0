"use client";
import type { RootConfig } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { configRemote } from "../api/remotes.ts";

/** Saves another list of folders and puts the server's new document on the page. Throws ApiProblem; nothing is lost. */
export async function saveRoots(document: ConfigDocument, roots: RootConfig[]): Promise<void> {
  const { config, etag } = document;
  const next = { ...config, doc_access: { ...config.doc_access, roots } };
  configRemote.put(await api.saveConfig(next, etag));
}
