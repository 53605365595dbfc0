import { sentenceRanges } from "#lib/markdown/sentences";

/** The sentences of what a person wrote, in their order. */
export const sentencesOf = (text: string): string[] =>
  sentenceRanges(text).map(({ start, end }) => text.slice(start, end));
