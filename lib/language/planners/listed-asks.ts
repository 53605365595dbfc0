import { cuesOf } from "../reading/cues.ts";
import { isOpener } from "../reading/english-ask.ts";
import { readQuestion } from "../reading/read-question.ts";
import { withoutEndMarks } from "../wording/end-marks.ts";
import { holdsHan, isDigits } from "../words/characters.ts";
import type { Planner } from "./planner.ts";

/**
 * A list of asks, one to a line with a number or a dash before it. What stands above the list and ends with a colon is
 * said with each of them: "How do I:" and "1. add a folder" make "How do I add a folder".
 */
export const listedAsks: Planner = {
  name: "listed_asks",
  plan(question) {
    const lines = question.split("\n").map((line) => line.trim());
    const read = lines.map(itemOf);
    const first = read.findIndex((item) => item !== undefined);
    const items = read.filter((item) => item !== undefined);
    if (items.length < 2 || items.includes("")) return undefined;
    const above = lines.slice(0, first).join(" ").trim();
    const isLead = [":", "：", "…"].some((sign) => above.endsWith(sign));
    const shared = isLead ? withoutEndMarks(above) : "";
    const parts = items.map((text) => {
      if (shared === "" || isAsk(text)) return text;
      return `${shared}${holdsHan(shared.slice(-1)) ? "" : " "}${text}`;
    });
    return { parts };
  },
};

/** What stands behind its number or dash: "1. ", "(2)", "- ". */
function itemOf(line: string): string | undefined {
  let at = line.startsWith("(") ? 1 : 0;
  const from = at;
  while (isDigits(line[at] ?? "")) at += 1;
  const isNumber = at > from && at - from <= "99".length && ".)、）".includes(line[at] ?? " ");
  const isDash = from === 0 && at === 0 && "-*•–".includes(line[0] ?? " ");
  return isNumber || isDash ? line.slice(at + 1).trim() : undefined;
}

function isAsk(text: string): boolean {
  const reading = readQuestion(text);
  return text.endsWith("?") || text.endsWith("？") || isOpener(reading, cuesOf(reading, "en"), 0);
}
