/** What bounds the work with vectors of passages. */

/** More of a passage is not embedded: most models read no further. */
export const longestTextChars = 6_000;

/** So many passages are near to a question at most. */
export const mostNearest = 100;

/** Vectors of texts that stand in no folder any more are kept so long, for a folder that comes back. */
export const keptForDays = 30;

/** So long one process waits for another that writes. */
export const busyMs = 2_000;

/** So much of the file is mapped into memory, where the system keeps what it can. */
export const mappedBytes = 2_147_483_648;
