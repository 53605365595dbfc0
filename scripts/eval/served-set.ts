import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Answer } from "#lib/contracts/answer";
import type { DocsSearchOutput } from "#lib/contracts/docs-tools";
import { type DocsServer, startDocsServer } from "../../bench/programs/docs-server.ts";
import { startWebServer, type WebServer } from "../../bench/programs/web-server.ts";

/**
 * The real program over one folder: the server as `npm start` starts it and a docs server of its own for the pure
 * ranking, both with a state folder that is thrown away. Whoever opens it closes it; nothing outlives `close`.
 */
export type ServedSet = {
  ask(question: string): Promise<Answer>;
  search(query: string): Promise<DocsSearchOutput>;
  /** Files that were searchable when the first question was put. */
  files: number;
  close(): Promise<void>;
};

const START_MS = 900_000;

export async function serveSet(deps: {
  project_dir: string;
  name: string;
  root: string;
  signal: AbortSignal;
}): Promise<ServedSet> {
  const { signal } = deps;
  const home = mkdtempSync(path.join(tmpdir(), "docent-eval-"));
  const config = path.join(home, "config.json");
  writeFileSync(
    config,
    JSON.stringify({ doc_access: { roots: [{ id: "set", label: deps.name, path: deps.root }] } }),
  );
  const stateOf = (part: string) => {
    const folder = path.join(home, part);
    mkdirSync(folder);
    return {
      DOCENT_HOME: folder,
      DATABASE_URL: "",
      DOCENT_CONFIG: config,
      DOCENT_LOG_LEVEL: "warn",
    };
  };
  const web = await startWebServer(deps.project_dir, stateOf("web"));
  let docs: DocsServer | undefined;
  const close = async () => {
    await docs?.close();
    await web.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const started = await startDocsServer(stateOf("mcp"));
    docs = started;
    const files = await allReady(web, started, signal);
    return {
      files,
      close,
      ask: (question) => web.ask({ question, store: false }, signal),
      search: (query) => started.search(query, { limit: 20, include_text: true }, signal),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until both have read every file: a question put earlier would measure the waiting, not the program. */
async function allReady(web: WebServer, docs: DocsServer, signal: AbortSignal): Promise<number> {
  const until = performance.now() + START_MS;
  for (;;) {
    signal.throwIfAborted();
    const health = await web.health();
    const { coverage } = await docs.status(signal);
    if (health?.index.state === "ready" && coverage.state === "ready") {
      return coverage.files_searchable;
    }
    if (performance.now() > until) {
      throw new Error(
        `the folder was not read completely in time (page: ${health?.index.state ?? "no answer"}, docs server: ${coverage.state}).\n${web.tail()}`,
      );
    }
    await delay(200, undefined, { signal });
  }
}
