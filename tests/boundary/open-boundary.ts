import { mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import { vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import {
  canary,
  type HostileTree,
  makeHostileTree,
  normalAnswer,
  normalQuestion,
  removeHostileTree,
  type Sizes,
} from "../../fixtures/hostile/make.ts";
import { type Http, openHttp } from "../contract/http/open-http.ts";
import {
  connectDocs,
  createWorkplace,
  type DocsClient,
  type Workplace,
} from "../docs-server/docs-client.ts";

/**
 * The hostile tree behind the real program: its HTTP routes with their own docs server, and a docs server of its own as
 * an MCP client sees it. Everything that is answered is kept in `said`.
 */
export type Boundary = {
  tree: HostileTree;
  http: Http;
  docs: DocsClient;
  said: string[];
  /** Where text of a forbidden file was found since the last call: in an answer, the database, a log. */
  leaks(log: readonly string[]): string[];
  /** What both say to the normal question now, which is the same before and after any row. */
  answersNormally(): Promise<object>;
  close(): Promise<void>;
};

export const seed = 20_261_120;

export const normally = { found: "good.md", status: "answered", gaps: [], claim: normalAnswer };

export async function openBoundary(
  options: { sizes?: Partial<Sizes>; before?: (tree: HostileTree) => void; config?: object } = {},
): Promise<Boundary> {
  const dir = realpathSync(mkdtempSync(nodePath.join(os.tmpdir(), "docent-hostile-")));
  const tree = makeHostileTree(dir, { seed, sizes: options.sizes ?? {} });
  options.before?.(tree);
  const doc_access = {
    roots: [
      { id: "notes", label: "Notes", path: tree.at("notes"), hidden: true },
      { id: "more", label: "More", path: tree.at("more") },
    ],
    deny: ["private"],
    search_timeout_ms: 20_000,
    ...options.config,
  };
  const http = await openHttp({ env: { DOCENT_LOG_LEVEL: "debug" } });
  http.write("config.json", JSON.stringify({ doc_access }));
  const place: Workplace = createWorkplace();
  place.configure(doc_access);
  const docs = await connectDocs({
    ...place,
    env: () => ({ ...place.env(), DOCENT_LOG_LEVEL: "debug" }),
  });
  const said: string[] = [];
  let heard = { said: 0, log: 0 };
  http.assembly.warm();
  await vi.waitFor(
    async () => {
      const { structured } = await docs.call("docs_status");
      const { index } = await http.assembly.health("en");
      if (structured.coverage.state !== "ready" || index.state !== "ready")
        throw new Error("not yet");
    },
    { timeout: 240_000, interval: 100 },
  );
  return {
    tree,
    http,
    docs,
    said,
    leaks(log) {
      const stored = filesBelow(http.at("home")).map((file): [string, string] => [
        nodePath.basename(file),
        readFileSync(file).toString("latin1"),
      ]);
      const places: [string, string][] = [
        ...said
          .slice(heard.said)
          .map((text): [string, string] => [`answer ${text.slice(0, 200)}`, text]),
        ...stored,
        ["log of the docs server", docs.stderr()],
        ...log.slice(heard.log).map((line): [string, string] => ["log", line]),
      ];
      heard = { said: said.length, log: log.length };
      return places.filter(([, text]) => text.includes(canary)).map(([name]) => name);
    },
    async answersNormally() {
      const { structured } = await docs.call("docs_search", { query: normalQuestion });
      const asked = await http.send("POST", "/api/ask", { question: normalQuestion });
      const answer = Answer.parse(await asked.json());
      return {
        found: structured.hits[0]?.relative_path,
        status: answer.status,
        gaps: answer.gaps.map((gap) => gap.cause),
        claim: answer.claims[0]?.text,
      };
    },
    async close() {
      await docs.close();
      await http.close();
      place.remove();
      removeHostileTree(dir);
    },
  };
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => nodePath.join(entry.parentPath, entry.name));
}
