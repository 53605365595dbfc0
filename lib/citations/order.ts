import type { Fact } from "./facts.ts";
import { singleWords } from "./single-words.ts";

/** Two facts of one kind that change places change owners: "`a` is 1, `b` is 2" is not "`a` is 2, `b` is 1". */
export function reorders(sentence: string, facts: readonly Fact[], statement: string): boolean {
  const passive = agent.test(sentence) !== agent.test(statement);
  return (["number", "identifier", "name"] as const).some((kind) => {
    if (passive && kind !== "number") return false;
    const places = facts
      .filter((fact) => fact.kind === kind)
      .flatMap((fact) => {
        const mine = placeOf(sentence, writtenAs(fact));
        const theirs = placeOf(statement, writtenAs(fact));
        if (mine === undefined || theirs === undefined) return [];
        return [{ mine: mine.at, theirs: theirs.at, kept: meet(mine, theirs) }];
      })
      .sort((a, b) => a.mine - b.mine);
    if (kind === "identifier" && places.length < 3) return false; // two of them are for roles.ts
    return places.some((place, i) => {
      const before = places[i - 1];
      return before !== undefined && place.theirs < before.theirs && !(place.kept && before.kept);
    });
  });
}

const agent = /\bby\b|[被由]/i;

type Place = { at: number; before: string | undefined; after: string | undefined };

/** Where a piece stands that a text holds once, and the words beside it. */
function placeOf(text: string, piece: string): Place | undefined {
  const lower = text.toLowerCase();
  const at = lower.indexOf(piece.toLowerCase());
  if (at === -1 || lower.includes(piece.toLowerCase(), at + 1)) return undefined;
  const before = singleWords(text.slice(0, at)).at(-1);
  const after = singleWords(text.slice(at + piece.length))[0];
  return { at, before, after };
}

/** The same word beside it on one side: "14 daily and 8 weekly" may be told as "8 weekly and 14 daily". */
function meet(a: Place, b: Place): boolean {
  const same = (x: string | undefined, y: string | undefined) => x !== undefined && x === y;
  return same(a.before, b.before) || same(a.after, b.after);
}

function writtenAs(fact: Fact): string {
  if (fact.kind === "name") return fact.term;
  return fact.kind === "number" || fact.kind === "measure" ? fact.value : fact.text;
}
