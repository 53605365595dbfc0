import { z } from "zod";
import { webTools } from "#lib/agents/web-calls";
import { answeringTools, documentTools, verifyLines } from "../documents.ts";
import { Gathered, gather } from "../researching/gather.ts";
import { planQuestions } from "../researching/plan-questions.ts";
import { offerPages, readPages, WebOffers, WebRead } from "../researching/read-web.ts";
import { buildReport } from "../researching/report.ts";
import { reportHtml } from "../researching/report-html.ts";
import { reportMarkdown } from "../researching/report-markdown.ts";
import { documentOf, type StatementLines } from "../researching/statement.ts";
import { defineTaskType, type Step, type StepContext } from "../task-type.ts";

/** What is to be found out, and where; the fields of a form. */
const ResearchInput = z.strictObject({
  query: z.string().trim().min(2).max(2000).describe("What is to be found out."),
  max_sources: z
    .number()
    .int()
    .min(1)
    .max(30)
    .default(8)
    .describe("So many documents and pages are cited at most, and no more pages are read."),
  folders: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe("Ids of the folders; all where none is named."),
  web: z
    .boolean()
    .default(false)
    .describe(
      "Pages of the web are searched and read too. What is looked for leaves this machine.",
    ),
});
type ResearchInput = z.output<typeof ResearchInput>;

/**
 * A report on a question over documents and, where a person wants that, pages of the web: each sentence cited, passed by the
 * gate and held against its lines again when it is written. Without a model it is made of quotations. Searching and fetching
 * only read, so a step that was broken off is begun again.
 */
export const researchReport = defineTaskType({
  type: "research_report",
  input: ResearchInput,
  steps: (input) => [
    planStep(input),
    ...(input.web ? [searchStep(input), readStep(input)] : []),
    evidenceStep(input),
    reportStep(input),
  ],
});

const Plan = z.object({ questions: z.array(z.string()).min(1), by: z.enum(["words", "model"]) });

const planStep = ({ query }: ResearchInput): Step => ({
  name: "plan_questions",
  effect: false,
  tools: [],
  about: query,
  run: ({ model, lang }) => planQuestions(query, { model, lang }),
});

const searchStep = ({ max_sources }: ResearchInput): Step => ({
  name: "search_web",
  effect: false,
  tools: [webTools.search],
  level: "L2",
  run: async (context) =>
    offerPages(context, (await context.output("plan_questions", Plan)).questions, max_sources),
});

const readStep = ({ max_sources }: ResearchInput): Step => ({
  name: "read_pages",
  effect: false,
  // What a fetch left is fetched once more where it is kept no longer.
  tools: [webTools.fetch, webTools.extract],
  level: "L2",
  run: async (context) =>
    readPages(context, (await context.output("search_web", WebOffers)).offered, max_sources),
});

type Web = WebRead & Pick<WebOffers, "searches_failed">;

async function webOf(context: StepContext, input: ResearchInput): Promise<Web | undefined> {
  if (!input.web) return undefined;
  const { searches_failed } = await context.output("search_web", WebOffers);
  return { ...(await context.output("read_pages", WebRead)), searches_failed };
}

const evidenceStep = (input: ResearchInput): Step => ({
  name: "gather_evidence",
  effect: false,
  tools: [...answeringTools, documentTools.list, documentTools.status],
  run: async (context) =>
    gather(context, {
      questions: (await context.output("plan_questions", Plan)).questions,
      folders: input.folders,
      pages: (await webOf(context, input))?.pages ?? [],
    }),
});

const reportStep = (input: ResearchInput): Step => ({
  name: "write_research",
  effect: false,
  tools: [documentTools.verify],
  async run(context) {
    const { lang, clock } = context;
    const gathered = await context.output("gather_evidence", Gathered);
    const report = buildReport({
      ...{ query: input.query, max_sources: input.max_sources, lang, gathered },
      made_at: clock.now().toISOString(),
      web: await webOf(context, input),
      standing: await standingLines(context, gathered),
    });
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
    await context.artifact("report.md", "text/markdown", reportMarkdown(report));
    await context.artifact("report.html", "text/html", reportHtml(report));
    await context.artifact("evidence.json", "application/json", json(report.evidence));
    await context.artifact("sources.json", "application/json", json(report.sources));
    return {
      questions: report.sections.length,
      statements: report.sections.reduce((sum, one) => sum + one.statements.length, 0),
      contradictions: report.sections.reduce((sum, one) => sum + one.contradictions.length, 0),
      sources: report.sources.length,
      not_read: report.failed.length,
      left_out: report.left_out,
    };
  },
});

/**
 * All lines are read again at this moment: what moved within its document is cited where it stands now, with the hash of the file
 * as it is now; what changed, or stands in another document only, is not told.
 */
async function standingLines(context: StepContext, { sections }: Gathered) {
  const all = new Map<string, StatementLines>();
  for (const { statements, contradictions } of sections) {
    const told = [...statements, ...contradictions.flatMap(({ one, other }) => [one, other])];
    for (const lines of told.flatMap((one) => one.lines)) all.set(keyOf(lines), lines);
  }
  // A document's lines side by side: a file is read once for each call.
  const asked = [...all.values()].toSorted((a, b) => (documentOf(a) < documentOf(b) ? -1 : 1));
  const states = await verifyLines(
    context,
    asked.map(({ root_id, relative_path, line_start, line_end, sha256 }) => ({
      ...{ root_id, relative_path, line_start, line_end, sha256 },
    })),
  );
  const now = new Map<string, StatementLines>();
  for (const [i, lines] of asked.entries()) {
    const { state, root_id, relative_path, line_start, line_end, file_sha256, source } =
      states[i] ?? {};
    const here =
      (root_id ?? lines.root_id) === lines.root_id && relative_path === lines.relative_path;
    const stands = state === "verified" || state === "moved";
    if (!stands || !here || line_start === undefined || line_end === undefined) continue;
    if (file_sha256 === undefined) continue;
    const from = source === undefined ? {} : { source };
    now.set(keyOf(lines), { ...lines, ...from, line_start, line_end, file_sha256 });
  }
  return (lines: StatementLines) => now.get(keyOf(lines));
}

const keyOf = (lines: StatementLines): string =>
  `${documentOf(lines)}\n${lines.line_start}-${lines.line_end}\n${lines.sha256}`;
