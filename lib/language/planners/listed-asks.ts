import { opener } from "../wording/english.ts";
import type { Planner } from "./planner.ts";

/**
 * A list of asks, one to a line with a number or a dash before it. What stands above the list and ends with a colon is
 * said with each of them: "How do I:" and "1. add a folder" make "How do I add a folder".
 */
export const listedAsks: Planner = {
  name: "listed_asks",
  plan(question) {
    const lines = question.split("\n").map((line) => line.trim());
    const first = lines.findIndex((line) => item.test(line));
    if (first < 0) return undefined;
    const items = lines.filter((line) => item.test(line)).map((line) => line.replace(item, ""));
    if (items.length < 2 || items.some((text) => text === "")) return undefined;
    const above = lines.slice(0, first).join(" ").trim();
    const shared = /[:：…]$/.test(above) ? above.replace(/[\s:：….]+$/, "") : "";
    const parts = items.map((text) => {
      if (shared === "" || asks.test(text)) return text;
      return `${shared}${/\p{Script=Han}$/u.test(shared) ? "" : " "}${text}`;
    });
    return { parts };
  },
};

const item = /^(?:\(?\d{1,2}[.)、）]|[-*•–])\s*/u;
const asks = new RegExp(`^${opener}|[?？]$`, "i");
