/** How `table.bin` is laid out; another layout gets another number. Beside its numbers a word has so many bytes. */
export const fileLayout = { format: 1, align: 4, beside: 8 } as const;

/** A code holds one bit for each number of a vector, so many in one element. */
export const codeBits = 32;

/** Of the bits of two words so many differ where their cosine may still be above what counts (0.25: 0.42 on average). */
export const mostDiffering = 0.45;

/** Words of a lower cosine than this have nothing to do with each other. */
export const leastAlike = 0.25;

/** Words that a question is compared with for which there is room at first. */
export const firstRoom = 1024;

/** Masks and shifts that count the bits of a 32-bit number, all places at once. */
export const bitCount = {
  pairs: 0x55555555,
  fours: 0x33333333,
  bytes: 0x0f0f0f0f,
  sum: 0x01010101,
  two: 2,
  four: 4,
  highest: 24,
} as const;
