import Database from "better-sqlite3";
import { foldersToSend } from "#lib/assembly/embedding-folders";
import { createEmbeddingRecord } from "#lib/assembly/embedding-record";
import type { DocAccess, EmbeddingConfig } from "#lib/contracts/config";
import { addressOf, runsHere } from "#lib/models/embedding";
import { sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

/** The embedding model, whether a person agreed to it, and whether its vectors can be compared here. Asks nobody. */
export async function checkEmbedding(
  config: EmbeddingConfig,
  doc_access: DocAccess,
  { home, project_dir }: { home: string; project_dir: string },
): Promise<Finding[]> {
  const what = sentences.doctorEmbedding();
  const address = addressOf(config);
  const { provider, name } = config;
  if (provider === null || address === undefined) {
    return [{ what, said: sentences.doctorNoEmbedding(), mark: "ok" }];
  }
  const here = runsHere(provider);
  const { host } = new URL(address);
  const roots = foldersToSend(doc_access.roots, doc_access, project_dir);
  const agreed = here || createEmbeddingRecord(home).agreedTo({ provider, address, roots });
  const said = here
    ? sentences.doctorEmbeddingHere(name ?? "")
    : sentences.doctorEmbeddingAt(name ?? "", host, agreed);
  const missing = await whyNoVectors();
  return [
    { what, said, mark: agreed ? "ok" : "note" },
    ...(missing === undefined
      ? []
      : [{ what, said: sentences.doctorNoVectors(missing), mark: "note" } as const]),
  ];
}

async function whyNoVectors(): Promise<string | undefined> {
  const db = new Database(":memory:");
  try {
    const { load } = await import("sqlite-vec");
    load(db);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] : String(error);
  } finally {
    db.close();
  }
}
