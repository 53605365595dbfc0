import type { SentenceCase } from "../sentence-case.ts";

/** One figure of a sentence and its lines, from 0 to 1; the fitted model says what it is worth. */
export type SentenceFeature = { name: string; value(one: SentenceCase): number };

export const is = (sign: boolean): number => (sign ? 1 : 0);
