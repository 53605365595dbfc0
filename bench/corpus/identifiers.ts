import type { Random } from "../../fixtures/hostile/random.ts";
import { createDraw, fraction } from "./vocabulary.ts";

/**
 * Names of code: settings, functions, flags, files, versions. A few stand on many pages, most on a few, and one in ten
 * on no other page.
 */
export type Identifiers = { pick(random: Random, word: () => string): string };

export function makeIdentifiers(random: Random, word: () => string, size = 12_000): Identifiers {
  const known = Array.from({ length: size }, () => make(random, word));
  const draw = createDraw(size, 20);
  return {
    pick: (own, wordHere) => (fraction(own) < 0.1 ? make(own, wordHere) : (known[draw(own)] ?? "")),
  };
}

function make(random: Random, word: () => string): string {
  const [a, b] = [word(), word()];
  switch (random.below(5)) {
    case 0:
      return `${a}_${b}`;
    case 1:
      return `${a}${b.charAt(0).toUpperCase()}${b.slice(1)}`;
    case 2:
      return `--${a}-${b}`;
    case 3:
      return `${a}/${b}.ts`;
    default:
      return `v${random.below(30)}.${random.below(20)}.${random.below(9)}`;
  }
}
