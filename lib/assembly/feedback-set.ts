import { citedByClaims } from "#lib/contracts/blocks";
import type { FeedbackQuery } from "#lib/contracts/http";
import { questionLang } from "#lib/language/question-lang";
import type { Judged } from "#lib/store/store";
import type { ThreadFile } from "./export-thread.ts";

/**
 * What people said of answers, as a file to take along. `queries` has the form of the sets that `npm run eval` measures:
 * only where the word settles what the right outcome is. That is so for a right answer, whose lines are the gold; for a
 * right "not in your documents"; and for a wrong one, where there is an answer. That an answer was wrong says of no other
 * line that it is right: such answers are in `json`, with everything that was said.
 */
export function feedbackSet(judged: Iterable<Judged>, format: FeedbackQuery["format"]): ThreadFile {
  if (format === "json") {
    const said = Array.from(judged, ({ said, answer }) => {
      const { question, lang, status, thread_id, asked_at } = answer;
      return { ...said, question, lang, status, thread_id, asked_at, cited: goldOf(answer) };
    });
    const text = `${JSON.stringify(said, null, 2)}\n`;
    return { name: "docent-feedback.json", type: "application/json", text };
  }
  let text = "";
  for (const one of judged) {
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
