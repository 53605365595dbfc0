import { tokenize } from "#lib/language/words";
import { areApart } from "#lib/meaning/near-words";
import type { Shelves } from "./shelves.ts";

/** The spelling of a title or heading that is nearest to a word, unless the two are known as words of different meaning. */
export function nearestSpelling(
  { catalogue, meanings }: Pick<Shelves, "catalogue" | "meanings">,
  word: string,
): string | undefined {
  const near = catalogue.nearest(word);
  const [own, other] = [word, near ?? ""].map((one) => tokenize(one)[0]?.term ?? "");
  return near === undefined || areApart(meanings, own ?? "", other ?? "") ? undefined : near;
}
