import type { AskedQuestion } from "./asked-question.ts";
import type { Candidate } from "./candidates.ts";
import { isNumber } from "./unit-words.ts";

/** Numbers that the question does not have. */
export const newNumbers = ({ words }: Candidate, asked: AskedQuestion): number =>
  words.list.filter((term) => isNumber(term) && !asked.known.has(term)).length;
/** Words in capitals behind others that the question does not have, and Han words beside Latin ones. */
export const newNames = ({ text }: Candidate, asked: AskedQuestion): number =>
  [...text.matchAll(capitalised)].filter(([word]) => !asked.written.has(word.toLowerCase())).length;
const capitalised = /(?<=\p{L}\S* )\p{Lu}[\p{L}.]+|\p{Script=Han}·\p{Script=Han}+/gu;
