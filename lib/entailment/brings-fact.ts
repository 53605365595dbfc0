import { factsOf, holdsFact, indexFacts } from "./facts/facts.ts";

/** Does a text have a number, a name, an identifier or a quotation that another does not have? */
export function bringsFact(text: string, other: string): boolean {
  const known = indexFacts(other);
  return !factsOf(text).every((fact) => holdsFact(known, fact));
}
