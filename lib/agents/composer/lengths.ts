/** How long an answer may be, in characters. A procedure is kept whole, so it has a bound of its own. */
export const answerBudget = 900;
export const procedureBudget = 1600;
/** A sentence, row or code block longer than this is no answer: it is never chosen. */
export const longestUnit = 2000;
/** The opening of a section that answers as a whole, without and with its first code. */
export const sectionBudget = 420;
export const sectionWithCodeBudget = 840;
/** A reason and what follows from it: the words that answer still stand near the front. */
export const reasonBudget = 280;
