import { excerptLines, saidIn } from "./excerpt-lines.ts";

/** An excerpt of a document on one line, as bare words. */
export function plainWords(text: string): string {
  return plainLines(text).join(" ").replace(/\s+/g, " ").trim();
}

/** The same line by line; `fence` is the opening of a code block that the text begins in. */
export function plainLines(text: string, fence?: string): string[] {
  return excerptLines(text, fence).map(saidIn);
}
