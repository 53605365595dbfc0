/** How `table.bin` is laid out; another layout gets another number. Beside its numbers a word has so many bytes. */
export const fileLayout = { format: 1, align: 4, beside: 8 } as const;

/** A code holds one bit for each number of a vector, so many in one element. */
export const codeBits = 32;

/** … and is a multiple of so many elements long. */
export const codeStep = 4;

/** Of the bits of two words so many differ where their cosine may still be above what counts (0.25: 0.42 on average). */
export const mostDiffering = 0.45;

/** Words of a lower cosine than this have nothing to do with each other. */
export const leastAlike = 0.25;

/** Words that a question is compared with for which there is room at first. */
export const firstRoom = 1024;

/** By this odd number rows that follow each other are spread over a table. */
export const spread = 0x9e3779b1;

/**
 * So many codes are looked through at a time: few at first, when nothing is known to be far away. A code may have so many
 * bytes; memory comes in pages.
 */
export const scanBlock = { first: 128, last: 4096, code_bytes: 1024, page: 65_536 } as const;
