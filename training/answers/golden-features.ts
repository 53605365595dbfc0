import { wordTable } from "#lib/meaning/word-table";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readCandidates, readSources } from "../../lib/answering/candidates.ts";
import { features } from "../../lib/answering/features.ts";
import { asByte } from "../../lib/answering/trees.ts";
import type { Citation } from "../../lib/contracts/citation.ts";
import { analyseQuestion } from "../../lib/language/analyse-question.ts";
import { contentTerms } from "../../lib/language/words.ts";

/**
 * Values of all features over made-up pages, kept beside the models: who changes how a feature is read sees it here, for the
 * models were fitted on what it said before.
 */
const pages = [
  {
    path: "guide/pump.md",
    title: "The pump",
    breadcrumb: ["The pump", "How do I start the pump?"],
    text: "To start the pump:\n\n1. Open the valve.\n2. Run `pump start --slow`.\n\nIt takes two minutes, because the pipes fill first.",
  },
  {
    path: "reference/settings.md",
    title: "Settings",
    breadcrumb: ["Settings"],
    text: "| Key | Default | Meaning |\n| --- | --- | --- |\n| `pump.port` | 4711 | Where the pump listens |\n| `pump.quiet` | false | No sound |\n\nA setting is a line of `pump.toml`. It is not read while the pump runs.",
  },
  {
    path: "changelog.md",
    title: "Release notes",
    breadcrumb: ["Release notes", "2.1"],
    text: "- **Start**: the pump starts faster than in 2.0.\n- See [settings](reference/settings.md).",
  },
  {
    path: "zh/pump.md",
    title: "水泵",
    breadcrumb: ["水泵", "怎么启动水泵？"],
    text: "水泵是一种把水送到高处的机器。要启动水泵，请打开阀门，然后运行 `pump start`。默认端口是 4711。",
  },
];
const questions = [
  "How do I start the pump?",
  "What is the default port of the pump?",
  "Why does the pump need two minutes?",
  "Is pump.toml read while the pump runs?",
  "What changed in 2.1?",
  "水泵是什么？",
  "怎么启动水泵？",
];

/** A row of values in 255ths for each unit of each question, in the order of `features`. */
export function goldenFeatures(): { question: string; features: string[]; rows: number[][] }[] {
  const names = features.map(({ name }) => name);
  return questions.map((question) => {
    const analysis = analyseQuestion(question);
    const terms = contentTerms(question);
    const asked = readAsked(
      analysis,
      terms.map((term) => ({ term, passages: passagesWith(term), weight: 1 / terms.length })),
    );
    const passages = pages.map(({ text }, i) => ({ citation_id: i + 1, text, kind: "prose" }));
    const field = readCandidates(
      readSources(pages.map(citationOf), passages, analysis.lang),
      asked,
      wordTable().table,
    );
    const rows = field.candidates.map((one) =>
      features.map((feature) => asByte(feature.value(one, asked, field))),
    );
    return { question, features: names, rows };
  });
}

const passagesWith = (term: string): number =>
  pages.filter(({ text, title }) => contentTerms(`${title}\n${text}`).includes(term)).length;

function citationOf(
  { path, title, breadcrumb, text }: (typeof pages)[number],
  i: number,
): Citation {
  return {
    ...{ id: i + 1, root_id: "made-up", relative_path: path, path, display_path: path },
    ...{ title, breadcrumb, snippet: text, truncated: false, sha256: "", reason: "" },
    locator: { line_start: 1, line_end: text.split("\n").length },
    file: { bytes: text.length, mtime_ms: 0, sha256: "", encoding: "utf-8" },
    ...{ score: 1 / (i + 1), breakdown: [], matched: [] },
  };
}
