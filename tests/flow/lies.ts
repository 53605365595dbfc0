import { quotableUnits } from "#lib/markdown/units";
import type { Random } from "../../fixtures/hostile/random.ts";
import { type MutationKind, mutations } from "../../fixtures/mutations/mutate.ts";

/** Sentences about some passages, true and untrue, each with a marker that looks right. */
export type Written = {
  text: string;
  lies: { kind: string; text: string; marker: string }[];
  truths: string[];
};

const kinds: MutationKind[] = [
  "digit",
  "unit",
  "identifier",
  "version or date",
  "flag",
  "path",
  "quoted word",
  "name",
  "number of another sentence",
];

/** An answer of some truths and many lies; the first passage is the one that it speaks of. */
export function writeLies(given: readonly { id: number; text: string }[], random: Random): Written {
  const passages = given.map(({ id, text }) => {
    const units = quotableUnits(text, 1);
    const sentences = units.filter((unit) => unit.kind === "sentence" && !unit.announces);
    const denies = units.some((unit) => /^(?:Never:|以下情况不支持：)$/.test(unit.text));
    return {
      id,
      sentences: sentences.map((unit) => unit.text),
      denied: denies ? units.flatMap(({ kind, text }) => (kind === "list_item" ? text : [])) : [],
    };
  });
  const [main, ...others] = passages;
  const [other] = others;
  if (main === undefined) throw new Error("There is evidence for every question.");
  const truths = main.sentences.slice(0, 2);
  const made: { kind: string; text: string; marker: string }[] = [];
  const known = new Set(passages.flatMap((p) => p.sentences));
  const mine = `[${main.id}]`;
  for (const kind of kinds) {
    for (const sentence of main.sentences) {
      const lie = mutations[kind](sentence, random, random.pick(main.sentences));
      if (lie !== undefined && !known.has(lie)) made.push({ kind, text: lie, marker: mine });
    }
  }
  const [truth = ""] = truths;
  const stop = isChinese(truth) ? "。" : ".";
  const bare = truth.replace(/[.。]$/, "");
  const invent = (kind: string, text: string, marker = mine) => made.push({ kind, text, marker });
  invent("invented id", `${bare} as \`tide.retry_max\` says${stop}`);
  invent("invented quotation", `${bare}, “never before seen”${stop}`);
  invent("invented number", `${bare} and 77 others${stop}`);
  invent("invented fact", "The moderators meet on Fridays to feed nine cats.");
  invent("no such source", `In fact, ${bare} twice${stop}`, "[41]");
  invent("no source", `Indeed ${bare} again${stop}`, "");
  for (const sentence of main.sentences) {
    const turned = turnRound(sentence);
    if (turned !== undefined) invent("turned round", turned);
  }
  for (const item of main.denied) invent("denying lead-in dropped", item);
  if (other !== undefined) {
    // The same page stands there in two languages, and says the same in both.
    const quoted = others.find(({ sentences: [one = ""] }) => isChinese(one) === isChinese(truth))
      ?.sentences[0];
    if (quoted !== undefined) invent("right words, wrong source", quoted);
    for (const sentence of other.sentences) {
      const both = `[${main.id}][${other.id}]`;
      const merged = mutations["subject of another sentence"](sentence, random, truth);
      if (merged !== undefined) invent("two sources stitched", merged, both);
      const number = mutations["number of another sentence"](truth, random, sentence);
      if (number !== undefined) invent("number of another source", number, both);
    }
  }
  const cited = truths.map((text) => ({ text, marker: `${mine}[58]` }));
  const lines = [...cited, ...made].map(({ text, marker }) =>
    marker === "" ? text : `${text} ${marker}`,
  );
  return { text: lines.join("\n\n"), lies: made, truths };
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** Who did it and what was done, exchanged. */
function turnRound(sentence: string): string | undefined {
  for (const [pattern, by] of roles) {
    if (pattern.test(sentence)) return sentence.replace(pattern, by);
  }
  return undefined;
}

const noun = "(?:(?:[Tt]he|[Aa]n?) [a-z]+|“[^”]+”|[A-Z][a-z]+(?: [A-Z][a-z]+)?)";
const roles: [RegExp, string][] = [
  [new RegExp(`^(${noun}) was (\\w+) by (${noun})`), "$3 was $2 by $1"],
  [new RegExp(`^(${noun}) (\\w+(?:ed|s)|wrote) (${noun})`), "$3 $2 $1"],
  [/^(\p{Script=Han}{2,8})由(\p{Script=Han}{2,6})(设计|创立|写成|保管|检查)/u, "$2由$1$3"],
  [/^(\p{Script=Han}{2,6})(检查|引导|听从)(\p{Script=Han}{2,6})。/u, "$3$2$1。"],
];
