import { z } from "zod";
import { DocsCheck, type Finding, Findings } from "#lib/contracts/findings";
import { createLinkReader } from "#lib/markdown/link-reader";
import { splitLines } from "#lib/platform/lines";
import { projectDir } from "#lib/platform/project";
import { saidError } from "#lib/platform/said-error";
import { type AskLinked, checkPages } from "../checking/check-pages.ts";
import { reportOf } from "../checking/report.ts";
import type { ReadPage } from "../checking/site.ts";
import {
  askLinked,
  documentTools,
  type ListedPage,
  listPages,
  readText,
  refusalOf,
  withEach,
} from "../documents.ts";
import { defineTaskType, type Step, type StepContext } from "../task-type.ts";

/** What to look for, and where; the fields of a form. */
const CheckInput = z.strictObject({
  folders: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe("Ids of the folders to check; all where none is named."),
  checks: z
    .array(DocsCheck)
    .default([])
    .describe("What to look for; everything where nothing is named."),
});
type CheckInput = z.output<typeof CheckInput>;

const MOST_FINDINGS = 20_000;

/** Reads every document of the folders and says what is broken in them. It changes nothing and needs no model. */
export const checkDocs = defineTaskType({
  type: "check_docs",
  input: CheckInput,
  steps: (input) => [...checkingSteps(input), writeReport],
});

/** Up to `findings.json`; whoever mends what is found begins with them. */
export function checkingSteps({ folders, checks }: CheckInput): Step[] {
  return [
    {
      name: "list_pages",
      effect: false,
      tools: [documentTools.list],
      async run(context) {
        const pages = await listPages(context, folders);
        if (pages.length === 0) throw saidError("not_found", "check.no_pages");
        await context.artifact("pages.json", "application/json", JSON.stringify(pages));
        return { pages: pages.length };
      },
    },
    {
      name: "check_pages",
      effect: false,
      tools: [documentTools.read, documentTools.linked],
      async run(context) {
        const listed = ListedPages.parse(
          JSON.parse((await context.readArtifact("pages.json")).toString("utf8")),
        );
        const wanted = checks.length === 0 ? DocsCheck.options : checks;
        const findings = await check(context, listed, wanted);
        await context.artifact(
          "findings.json",
          "application/json",
          JSON.stringify(findings, null, 1),
        );
        const fixable = findings.findings.filter(({ fix }) => fix !== undefined).length;
        return {
          pages: findings.pages,
          links: findings.links,
          findings: findings.findings.length,
          fixable,
        };
      },
    },
  ];
}

const ListedPages = z.array(z.object({ root_id: z.string(), path: z.string() }));

const writeReport: Step = {
  name: "write_report",
  effect: false,
  tools: [],
  async run(context) {
    const findings = await readFindings(context);
    await context.artifact("report.md", "text/markdown", reportOf(findings, context.lang));
    return { findings: findings.findings.length };
  },
};

export async function readFindings(context: Pick<StepContext, "readArtifact">): Promise<Findings> {
  return Findings.parse(JSON.parse((await context.readArtifact("findings.json")).toString("utf8")));
}

async function check(
  context: StepContext,
  listed: readonly ListedPage[],
  checks: readonly DocsCheck[],
): Promise<Findings> {
  const unread: Findings["unread"] = [];
  const byRoot = new Map<string, { paths: string[]; pages: ReadPage[] }>();
  for (const { root_id, path } of listed) {
    const root = byRoot.get(root_id) ?? { paths: [], pages: [] };
    byRoot.set(root_id, root);
    root.paths.push(path);
  }
  const reader = createLinkReader({ project_dir: projectDir() });
  let read = 0;
  try {
    await withEach(listed, async ({ root_id, path }) => {
      try {
        const { text } = await readText(context, { root_id, path, cut: true });
        const page = await reader.read(splitLines(text), path);
        if (page === undefined) unread.push({ root_id, path, rule: "parse_limit" });
        else byRoot.get(root_id)?.pages.push({ path, page });
      } catch (error) {
        unread.push({ root_id, path, rule: refusalOf(error).rule });
      }
      read += 1;
      context.progress(read, listed.length);
    });
  } finally {
    await reader.close();
  }
  const found: Finding[] = [];
  const not_checked: Record<string, number> = {};
  let links = 0;
  for (const [root_id, { paths, pages }] of byRoot) {
    pages.sort((a, b) => (a.path < b.path ? -1 : 1));
    const ask: AskLinked = async (path, targets) => {
      try {
        return await askLinked(context, { root_id, path }, targets);
      } catch (error) {
        refusalOf(error);
        return undefined;
      }
    };
    const { signal } = context;
    const checked = await checkPages(root_id, { paths, pages }, new Set(checks), { ask, signal });
    found.push(...checked.findings);
    links += checked.links;
    for (const [reason, count] of checked.not_checked) {
      not_checked[reason] = (not_checked[reason] ?? 0) + count;
    }
  }
  return {
    checked_at: context.clock.now().toISOString(),
    checks: [...checks],
    pages: read - unread.length,
    links,
    findings: found.slice(0, MOST_FINDINGS),
    left_out: Math.max(0, found.length - MOST_FINDINGS),
    not_checked,
    unread,
  };
}
