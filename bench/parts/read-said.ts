import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Quote } from "../../lib/contracts/draft.ts";

/**
 * Sentences that somebody wrote over pages of documentation, honest ones and lies, with the passages they rest on: a folder
 * with `pages/` and lists `honest.jsonl` and `lies.jsonl`, one JSON object a line.
 */
const Said = z.object({
  id: z.string(),
  lang: z.enum(["en", "zh"]),
  manner: z.string(),
  kind: z.string(),
  passages: z
    .array(z.object({ page: z.string(), line_start: z.number(), line_end: z.number() }))
    .min(1),
  spans: z.array(z.object({ passage: z.number(), text: z.string() })).default([]),
  /** What was asked: its names and figures are the person's. */
  question: z.string().optional(),
  said: z.string(),
  wrong: z.string().optional(),
});

export type SaidSentence = {
  id: string;
  lang: "en" | "zh";
  manner: string;
  kind: string;
  project: string;
  question?: string;
  text: string;
  lie: boolean;
  passages: {
    text: string;
    line_start: number;
    line_end: number;
    title: string;
    breadcrumb: string[];
    inside_fence?: string;
  }[];
  quotes: Quote[];
};

export function readSaid(folder: string, file: "honest" | "lies"): SaidSentence[] {
  const list = path.join(folder, `${file}.jsonl`);
  return readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Said.parse(JSON.parse(line)))
    .map(({ passages, spans, said, wrong: _, question, ...one }) => ({
      ...one,
      ...(question === undefined ? {} : { question }),
      project: passages[0]?.page.split("/")[0] ?? "",
      text: said,
      lie: file === "lies",
      passages: passages.map((at) => passageOf(path.join(folder, "pages", at.page), at)),
      quotes: spans.map(({ passage, text }) => ({ citation: passage, text })),
    }));
}

function passageOf(file: string, at: { line_start: number; line_end: number }) {
  const lines = readFileSync(file, "utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/);
  const over: string[] = [];
  let fence: string | undefined;
  for (const line of lines.slice(0, at.line_start - 1)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined)
      fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence;
    const heading = fence === undefined ? /^(#{1,6})\s+(.*)/.exec(line) : null;
    if (heading === null) continue;
    const level = heading[1]?.length ?? 1;
    over.length = Math.min(over.length, level - 1);
    over[level - 1] = (heading[2] ?? "").trim();
  }
  const breadcrumb = [...over].filter((text) => text !== undefined);
  const title =
    /^title:\s*["']?(.*?)["']?\s*$/m.exec(lines.slice(0, 30).join("\n"))?.[1] ??
    breadcrumb[0] ??
    "";
  return {
    ...at,
    text: lines.slice(at.line_start - 1, at.line_end).join("\n"),
    title,
    breadcrumb,
    ...(fence === undefined ? {} : { inside_fence: fence }),
  };
}
