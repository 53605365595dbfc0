import { dropsCondition } from "../conditions.ts";
import { opening } from "../facts/cues.ts";
import { singleWords } from "../facts/single-words.ts";
import type { Check } from "./check.ts";

export const condition: Check = {
  name: "condition",
  point:
    "It leaves out the condition, the place or the rest of the line that says how far it holds.",
  ofCopies: false,
  withholds: "never",
  judge({ text, sentence, carrier, around }) {
    const conditions = [carrier.text, ...around.leads].join("\n");
    const free = carrier.prose && dropsCondition(sentence, conditions);
    return free || dropsTail(text, carrier.text) ? "doubt" : "pass";
  },
};

/** "It reduces pain" of a line that goes on "in mice". */
function dropsTail(sentence: string, line: string): boolean {
  const [mine, theirs] = [singleWords(sentence), singleWords(line)];
  if (mine.length >= theirs.length || !mine.every((word, i) => word === theirs[i])) return false;
  const said = sentence.trimEnd();
  const end = ".。".includes(said.at(-1) ?? "-") ? said.length - 1 : said.length;
  return opening(line.slice(end), "tail") !== undefined;
}
