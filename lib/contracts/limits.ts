/** What of other places is shown beside an answer, at most. */
export const RELATED_PLACES = 3;
/** … all of them together. */
export const RELATED_CHARACTERS = 900;
/** What is shown under a refusal, at most. */
export const NEAREST_PLACES = 3;
/** Where nothing tells which lines answer, so many places are shown as equals, at most. */
export const MAY_BE_PLACES = 3;
/** … and of a question of several parts, for each of them. */
export const MAY_BE_PLACES_OF_PART = 2;
/** Of the pages that the answer before cites so many are searched before the rest, where a question follows it up. */
export const CITED_BEFORE_PAGES = 2;
/** Characters of a pattern that narrows a search to some files. */
export const LONGEST_PATTERN = 500;

/** To so many documents of a root may a search be narrowed. */
export const SEARCHED_PAGES = 200;
