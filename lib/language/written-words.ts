/**
 * The words of a text as they are written, function words too, in small letters; Chinese by character. For comparing wordings:
 * of two headings the one that says "all" as the question does.
 */
export const writtenWords = (text: string): string[] =>
  text.toLowerCase().match(/\p{Script=Han}|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? [];
