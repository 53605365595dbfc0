/** Bounds of this room that nobody tunes: what is too long to be read, and how much is shown. Characters unless said otherwise. */

/** A sentence, row or block of code longer than this is never chosen. */
export const LONGEST_UNIT = 2000;
/** … of its text in the file, where a picture may stand in the line itself. */
export const LONGEST_WRITTEN_UNIT = 8000;
/** A unit of this length is long altogether; shorter ones in proportion. */
export const LONG_UNIT = 1000;
/** A unit below this length says little alone. */
export const SHORT_UNIT = 30;
/** A title is read up to here. */
export const LONGEST_HEADING = 400;
/** What answers, of one place; a list, a table or steps that go beyond are cut and say so. */
export const ANSWER_CHARACTERS = 900;
/** … where there are several places as equals, of each. */
export const EQUAL_CHARACTERS = 600;
/** What stands around an answer so that it can be read. */
export const AROUND_CHARACTERS = 400;
/** … where there are several places as equals, around each. */
export const EQUAL_AROUND_CHARACTERS = 200;
/** What is shown of a place that is related or nearest. */
export const OTHER_CHARACTERS = 300;
/** Items or rows of one list or table that are shown at most. */
export const MOST_ITEMS = 12;
/** The lead of a section is what stands among its first so many units. */
export const OPENING_UNITS = 3;
/** A page opens on these lines. */
export const OPENING_LINES = 12;
/** Texts whose words are remembered, all of them together: an answer is chosen by reading the same few many times. */
export const REMEMBERED_CHARACTERS = 50_000;
/** A unit so much less likely than the chosen one, as log-odds, is not likely at all. */
export const LIKELY_LOG_ODDS = 4;
/** A unit of this length is long beside an answer, and so is a section; shorter ones in proportion. */
export const LONG_REACH = 400;
export const LONG_SECTION = 1200;
/** A question of so many words, or with so many things, says what it is about; fewer in proportion. */
export const MANY_WORDS = 20;
export const MANY_THINGS = 4;
/** Below this a question is not searched for together with the one before it, which would change nothing. */
export const LEAST_LEANING = 0.15;
/** A question of which nothing is found is so likely to be answered. */
export const NOTHING_FOUND = 0.02;
/** Values of features are kept in so many parts. */
export const BYTE = 255;
