import { citedByClaims } from "#lib/contracts/blocks";
import type { FeedbackQuery } from "#lib/contracts/http";
import type { Judged } from "#lib/contracts/store-ports";
import { questionLang } from "#lib/language/question-lang";
import type { ThreadFile } from "./export-thread.ts";

/**
 * What people said of answers, as a file to take along. `queries` has the form of the sets that `npm run eval` measures:
 * only where the word settles what the right outcome is. That is so for a right answer, whose lines are the gold; for a
 * right "not in your documents"; and for a wrong one, where there is an answer. That an answer was wrong says of no other
 * line that it is right: such answers are in `json`, with everything that was said.
 */
export async function feedbackSet(
  judged: AsyncIterable<Judged>,
  format: FeedbackQuery["format"],
): Promise<ThreadFile> {
  if (format === "json") {
    const all: unknown[] = [];
    for await (const { said, answer } of judged) {
      const { question, lang, status, thread_id, asked_at } = answer;
      all.push({ ...said, question, lang, status, thread_id, asked_at, cited: goldOf(answer) });
    }
    const text = `${JSON.stringify(all, null, 2)}\n`;
    return { name: "docent-feedback.json", type: "application/json", text };
  }
  let text = "";
  for await (const one of judged) {
    const query = queryOf(one);
    if (query !== undefined) text += `${JSON.stringify(query)}\n`;
  }
  return { name: "docent-feedback.jsonl", type: "application/x-ndjson", text };
}

function queryOf({ said, answer }: Judged) {
  const found = answer.status === "answered" || answer.status === "partial";
  if (!found && answer.status !== "no_evidence") return undefined;
  if (found && said.verdict === "wrong") return undefined;
  const answerable = found || said.verdict === "wrong";
  const gold = found ? goldOf(answer) : [];
  // A follow-up is understood by what it was completed to.
  const [question = answer.question] = answer.searched.length === 1 ? answer.searched : [];
  return {
    id: `feedback-${said.run_id}`,
    lang: questionLang(question) === "en" ? "en" : "zh",
    kind: answerable ? "answerable" : "absent",
    question,
    answerable,
    ...(answerable ? { gold } : {}),
    ...(gold[0] === undefined ? {} : { gold_path: gold[0].path }),
    ...(said.why === undefined ? {} : { why: said.why }),
  };
}

function goldOf(answer: Judged["answer"]) {
  return citedByClaims(answer).map(({ root_id, relative_path, locator }) => ({
    path: relative_path,
    grade: 2,
    line_start: locator.line_start,
    line_end: locator.line_end,
    root: root_id,
  }));
}
