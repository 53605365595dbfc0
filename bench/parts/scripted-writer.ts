import { contentTerms } from "#lib/language/words";
import type { AskedFor } from "./played-server.ts";

/**
 * A writer by script, in a model's place, so that what questions cost can be counted without anybody playing: it quotes the
 * lines of the evidence that have most of the question's words. Of every third question it names no lines for one sentence, and every third
 * it searches once more before it answers. Its words are of no account.
 */
export function scriptedReply(
  given: { asked: AskedFor; text: string; question: string; turns: number },
  at: number,
): string {
  const { asked, text, question, turns } = given;
  if (asked === "plan")
    return question
      .split(/,? and (?=how|what|does|which)|，(?=怎么|另外|为什么)/i)
      .map((part, i) => `Q${i + 1}: ${part}`)
      .join("\n");
  if (asked === "repair")
    return [...text.matchAll(/^S(\d+): /gm)].map(([, label]) => `S${label}: -`).join("\n");
  if (asked === "words") return "Q1: -";
  if (turns === 0 && at % 3 === 1)
    return `CALL agent_doc_retrieval ${JSON.stringify({ query: question })}`;
  const lines = [...text.matchAll(/<<\S+ \[(\d+)\] .*\n([\s\S]*?)\n\S+>>/g)].flatMap(
    ([, number, piece = ""]) =>
      piece
        .split("\n")
        .filter((line) => /^[\p{L}*-]/u.test(line) && line.length > leastLetters)
        .map((line) => ({ number, line: line.replace(/^[*-] /, "").slice(0, mostLetters) })),
  );
  const terms = new Set(contentTerms(question));
  const worth = ({ line }: { line: string }) =>
    contentTerms(line).filter((term) => terms.has(term)).length;
  const best = lines.toSorted((a, b) => worth(b) - worth(a)).slice(0, sentences);
  if (best.length === 0) return "NO_ANSWER";
  return best
    .map(({ number, line }, i) =>
      at % 3 === 0 && i === 0
        ? `${line.replaceAll(/[[\]"]/g, "")}.`
        : `${line.replaceAll(/[[\]"]/g, "")} [${number} "${line.slice(0, ofLine)}"].`,
    )
    .join(" ");
}

const sentences = 4;
const leastLetters = 20;
const mostLetters = 200;
const ofLine = 50;
