import { AccessCheck } from "#lib/contracts/http";
import { sha256 } from "#lib/platform/hash";
import { forbiddenQuestion, secret } from "../../fixtures/hostile/make.ts";
import type { Boundary } from "./open-boundary.ts";

/** What came of a path at one place that takes it. `rule` is absent when it was served. */
export type Outcome = {
  outcome: "served" | "refused" | "nothing";
  rule?: string | undefined;
  /** The refusal's own fields beside the rule, as far as the place has them. */
  message?: string | undefined;
  setting?: string | undefined;
  path?: string | undefined;
};

export type Surface = {
  name: string;
  /** Whether the place tells which rule refused the path. */
  names_rule: boolean;
  /** Whether a refusal repeats the path as it was given. */
  repeats_path?: true;
  send(boundary: Boundary, path: string, root: string | undefined): Promise<Outcome>;
};

/** Every place that takes a path, by an MCP client or over HTTP. A new one is one entry here and meets every row. */
export const surfaces: Surface[] = [
  ...["docs_read", "docs_outline"].map(
    (tool): Surface => ({
      name: tool,
      names_rule: true,
      repeats_path: true,
      async send({ docs, said }, path, root) {
        const reply = await docs.call(tool, { path, ...(root === undefined ? {} : { root }) });
        said.push(JSON.stringify(reply));
        return reply.isError ? { outcome: "refused", ...reply.structured } : { outcome: "served" };
      },
    }),
  ),
  {
    name: "docs_linked",
    names_rule: true,
    repeats_path: true,
    async send({ docs, said }, path, root) {
      const targets = [{ line: 1, target: "x" }];
      const args = { path, targets, ...(root === undefined ? {} : { root }) };
      const reply = await docs.call("docs_linked", args);
      said.push(JSON.stringify(reply));
      return reply.isError ? { outcome: "refused", ...reply.structured } : { outcome: "served" };
    },
  },
  {
    name: "docs_verify",
    names_rule: true,
    async send({ docs, said }, path, root = "notes") {
      const lines = { line_start: 1, line_end: 3, sha256: sha256(secret.trimEnd()) };
      const reply = await docs.call("docs_verify", {
        citations: [{ root_id: root, relative_path: path, ...lines }],
      });
      said.push(JSON.stringify(reply));
      const [result] = reply.structured.results;
      if (result.state === "denied") return { outcome: "refused", ...result };
      if (result.state === "missing") return { outcome: "refused", rule: "unreadable" };
      return { outcome: "served" };
    },
  },
  {
    name: "docs_list",
    names_rule: false,
    async send({ docs, said }, path, root) {
      const args = { prefix: path, ...(root === undefined ? {} : { root }) };
      for (const skipped of [false, true]) {
        const reply = await docs.call("docs_list", { ...args, skipped });
        said.push(JSON.stringify(reply));
      }
      return { outcome: "nothing" };
    },
  },
  {
    name: "docs_search",
    names_rule: false,
    async send({ docs, said }, path) {
      for (const args of [
        { query: path === "" ? "x" : path },
        { query: forbiddenQuestion, doc_file_patterns: [path.slice(0, 500) || "x"] },
        { query: forbiddenQuestion, include_text: true },
      ]) {
        const reply = await docs.call("docs_search", args);
        said.push(JSON.stringify(reply));
      }
      return { outcome: "nothing" };
    },
  },
  {
    name: "POST /api/access/check",
    names_rule: true,
    repeats_path: true,
    async send({ http, said }, path, root) {
      const body = { path, ...(root === undefined ? {} : { root }) };
      const response = await http.send("POST", "/api/access/check", body);
      const text = await response.text();
      said.push(text);
      const { allowed, rule, ...rest } = AccessCheck.parse(JSON.parse(text));
      return allowed ? { outcome: "served" } : { outcome: "refused", rule: rule ?? "", ...rest };
    },
  },
  {
    name: "GET /api/sources/preview",
    names_rule: true,
    async send({ http, said }, path, root) {
      const query = new URLSearchParams({ path, ...(root === undefined ? {} : { root }) });
      const response = await http.get(`/api/sources/preview?${query}`);
      const text = await response.text();
      said.push(text);
      const body = JSON.parse(text);
      return response.status === 200
        ? { outcome: "served" }
        : { outcome: "refused", ...body.error };
    },
  },
  {
    name: "POST /api/ask",
    names_rule: false,
    async send({ http, said }, path) {
      const question = { question: forbiddenQuestion, store: false };
      const response = await http.send("POST", "/api/ask", { ...question, roots: [path] });
      said.push(await response.text());
      return { outcome: response.status >= 500 ? "served" : "nothing" };
    },
  },
  {
    name: "npm run verify",
    names_rule: false,
    async send({ http, said }, path, root = "notes") {
      // An export that claims to have the secret from there, with its true hash: it must not be told that it holds.
      const words = secret.trimEnd();
      const place = `${root}/${encodeURIComponent(path.toWellFormed())}#L1-L${words.split("\n").length}`;
      const source = `- [1] \`${place}\` · verified · sha256 \`${sha256(words)}\``;
      const text = `## What?\n\n${words} [1]\n\n### Sources\n\n${source}\n`;
      const signal = new AbortController().signal;
      const reader = { trace_id: "trace_verify", lang: "en" as const, signal };
      const { holds, turns } = await http.assembly.verifyExport(text, reader);
      said.push(JSON.stringify(turns.map(({ sources }) => sources)));
      return { outcome: holds ? "served" : "nothing" };
    },
  },
  {
    name: "PUT /api/config",
    names_rule: false,
    async send({ http, said }, path) {
      const { config, etag } = (await (await http.get("/api/config")).json()) as {
        config: { doc_access: { roots: object[] } };
        etag: string;
      };
      config.doc_access.roots.push({ id: "hostile", label: "Hostile", path });
      const response = await http.send("PUT", "/api/config", config, { "if-match": etag });
      const text = await response.text();
      said.push(text);
      return { outcome: response.status === 200 ? "served" : "refused" };
    },
  },
];
