import type { TaskProgress, TaskResult } from "#lib/contracts/envelope";
import { Step } from "#lib/contracts/step";
import { questionWords } from "#lib/language/question-words";
import { filesOf } from "./answer-from-evidence.ts";
import { ruleSentence } from "./gaps.ts";
import type { Retrieved } from "./retrieve.ts";
import type { OpenStep, Steps } from "./steps.ts";

/** The searching and reading lines of the live account, following the sub-agent's own events. */
export function searchSteps(steps: Steps, question: string, folders: number) {
  const queries = questionWords(question, []).map((word) => word.text);
  const words = queries.length;
  const agent = "doc_retrieval";
  const searching = steps.begin("search", ["step.search_running", { words }], { agent, queries });
  let reading: OpenStep | undefined;
  const searched = (chosen: readonly string[] = []) =>
    chosen.length === 0
      ? searching.end(["step.search_done", { words, folders }])
      : searching.end(["step.searched_for", { queries: chosen.join(" · ") }], {
          queries: [...chosen],
        });
  const begin = (files: Files) =>
    steps.begin("read", ["step.read_running", { files: countFiles(files) }], { agent, files });
  return {
    follow(progress: TaskProgress): void {
      for (const event of progress.events ?? []) {
        if (event.kind !== "candidates") continue;
        searched(Step.shape.queries.safeParse(event.detail?.queries).data);
        reading ??= begin(Step.shape.files.safeParse(event.detail?.files).data ?? []);
      }
    },
    end(result: TaskResult, way: Retrieved["way"]): void {
      if (way === "fallback") steps.note("fallback", ["step.fallback"], "done");
      if (result.status === "ok" || result.status === "no_hit") searched(result.output.queries);
      const rule = result.errors?.[0]?.rule ?? result.errors?.[0]?.code;
      const message = rule && ruleSentence(steps.lang, rule);
      searching.fail(message, rule);
      if (result.status !== "ok") {
        reading?.fail(message, rule);
        return;
      }
      const files = filesOf(result.output.citations);
      reading ??= begin(files);
      reading.end(["step.read_done", { files: countFiles(files) }], { files });
    },
  };
}

type Files = NonNullable<Step["files"]>;

function countFiles(files: Files): number {
  return new Set(files.map((file) => file.display_path)).size;
}
