import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const project = path.resolve(import.meta.dirname, "../..");

/** A file, what it says, and the rule that must refuse it. */
const planted: [file: string, source: string, rule: string][] = [
  ["lib/agents/reads-documents.ts", 'import "#lib/search/engine";', "room-agents"],
  ["lib/agents/types-only.ts", 'import type { E } from "#lib/search/engine";', "room-agents"],
  ["lib/agents/relative.ts", 'import "../search/engine.ts";', "room-agents"],
  ["lib/agents/later.ts", 'export const e = () => import("#lib/search/engine");', "room-agents"],
  ["lib/agents/again.ts", 'export { E } from "#lib/search/engine";', "room-agents"],
  ["lib/tools/opens.ts", 'import "#lib/store/front";', "room-tools"],
  ["lib/platform/knows-more.ts", 'import "#lib/access/front";', "room-platform"],
  [
    "lib/contracts/clever.ts",
    'import path from "node:path"; export { path };',
    "contracts-zod-only",
  ],
  ["lib/contracts/heavier.ts", 'import "#lib/platform/front";', "room-contracts"],
  ["lib/markdown/reads-words.ts", 'import "#lib/language/front";', "room-markdown"],
  ["lib/language/reads-blocks.ts", 'import "#lib/markdown/front";', "room-language"],
  ["lib/language/opens.ts", 'import "#lib/access/front";', "room-language"],
  ["lib/entailment/cites.ts", 'import "#lib/citations/front";', "room-entailment"],
  ["lib/answering/searches.ts", 'import "#lib/search/engine";', "room-answering"],
  ["lib/answering/judges.ts", 'import "#lib/entailment/front";', "room-answering"],
  ["lib/citations/reads-words.ts", 'import "#lib/language/front";', "room-citations"],
  ["lib/search/calls-up.ts", 'import "../../app/page.tsx";', "room-search"],
  ["lib/assembly.ts", 'import "#lib/search/engine";', "assembly"],
  ["lib/novel/room.ts", 'import "#lib/contracts/front";', "room-known"],
  ["lib/store/paints.ts", 'import "react";', "lib-without-framework"],
  ["lib/store/tries.ts", 'import "vitest";', "no-development-package"],
  ["app/all.ts", 'import { getAssembly } from "#lib/assembly";', "app-without-the-program"],
  ["components/reads.tsx", 'import "#lib/store/front";', "components"],
  ["app/route.ts", 'import "#lib/agents/front";', "app"],
  ["app/again.ts", 'import "../mcp-servers/docs/main.ts";', "app"],
  ["mcp-servers/docs/main.ts", 'import "#lib/agents/front";', "mcp-servers"],
  ["mcp-servers/docs/other.ts", 'import "../notes/main.ts";', "one-server-one-folder"],
  ["mcp-servers/docs/peeks.ts", 'import "#lib/search/engines/own";', "private-subfolder"],
  ["lib/agents/peeks.ts", 'import "#lib/entailment/checks/own";', "private-subfolder"],
  ["lib/tools/applies.ts", 'import "#lib/access/apply-patch";', "patches-by-persons-alone"],
  ["lib/tasks/applies.ts", 'import "#lib/access/patch-journal";', "patches-by-persons-alone"],
  ["mcp-servers/docs/applies.ts", 'import "#lib/access/apply-patch";', "patches-by-persons-alone"],
  ["lib/search/tested.ts", 'import "../../tests/scratch.ts";', "no-tests"],
  ["lib/search/about.ts", 'import "./round.ts";', "no-cycle"],
  ["lib/search/nowhere.ts", 'import "#lib/search/missing";', "resolvable"],
];
/** What the planted imports lead to, and imports that are right. */
const right: [file: string, source: string][] = [
  [
    "lib/search/engine.ts",
    'import "./engines/own.ts"; import "#lib/access/front"; import "#lib/markdown/front"; import "#lib/language/front"; export type E = 1;',
  ],
  ["lib/search/engines/own.ts", 'import "#lib/contracts/front"; import "node:fs";'],
  ["lib/search/round.ts", 'import "./about.ts";'],
  ["lib/contracts/front.ts", 'import { z } from "zod"; export { z };'],
  ["lib/contracts/messages/en.ts", "export default {};"],
  ["lib/platform/front.ts", 'import "#lib/contracts/messages/en"; export {};'],
  ["lib/access/front.ts", 'import "#lib/platform/front"; export {};'],
  ["lib/access/apply-patch.ts", 'import "./patch-journal.ts"; export {};'],
  ["lib/access/patch-journal.ts", "export {};"],
  ["lib/assembly/patch-desk.ts", 'import "#lib/access/apply-patch"; export {};'],
  ["lib/store/front.ts", "export {};"],
  ["lib/markdown/front.ts", 'import "#lib/platform/front"; export {};'],
  ["lib/language/front.ts", 'import "#lib/platform/front"; export {};'],
  [
    "lib/entailment/front.ts",
    'import "./checks/own.ts"; import "#lib/markdown/front"; import "#lib/language/front"; export {};',
  ],
  ["lib/entailment/checks/own.ts", "export {};"],
  [
    "lib/answering/front.ts",
    'import "#lib/markdown/front"; import "#lib/language/front"; export {};',
  ],
  [
    "lib/citations/front.ts",
    'import "#lib/entailment/front"; import "#lib/markdown/front"; export {};',
  ],
  [
    "lib/agents/front.ts",
    'import "#lib/citations/front"; import "#lib/answering/front"; import "#lib/entailment/front"; import "#lib/language/front"; export {};',
  ],
  [
    "app/page.tsx",
    'import type { Assembly } from "#lib/assembly"; import "../components/good.tsx"; import "next/link";',
  ],
  ["components/good.tsx", 'import "#lib/contracts/front"; import "react";'],
  ["mcp-servers/notes/main.ts", 'import "#lib/search/engine"; export {};'],
  ["tests/scratch.ts", 'import "#lib/search/engines/own"; import "vitest";'],
];

type Violation = { from: string; rule: { name: string } };
let folder: string;
let violations: Violation[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-imports-"));
  for (const name of [".dependency-cruiser.mjs", "package.json"]) {
    cpSync(path.join(project, name), path.join(folder, name));
  }
  symlinkSync(path.join(project, "node_modules"), path.join(folder, "node_modules"));
  for (const [file, source] of [...planted, ...right]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${source}\n`);
  }
  const cruiser = path.join(project, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cruiser, "--config", ".dependency-cruiser.mjs", "--output-type", "json", "."],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  );
  // The tool's own result format; only what is compared below is read.
  violations = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a wrong import", () => {
  it.each(planted)("in %s (%s) is refused by the rule %s", (file, _source, rule) => {
    expect(violations.filter((v) => v.from === file).map((v) => v.rule.name)).toContain(rule);
  });

  it("is all that is refused", () => {
    const wrong = new Set([...planted.map(([file]) => file), "lib/search/round.ts"]);
    expect(violations.filter((v) => !wrong.has(v.from))).toEqual([]);
  });
});
