import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DraftClaim } from "#lib/contracts/draft";
import { quotableUnits } from "#lib/markdown/units";
import { sha256 } from "#lib/platform/hash";
import { projectDir } from "#lib/platform/project";
import { createRandom, type Random } from "../fixtures/hostile/random.ts";
import { halvesPassages } from "../fixtures/mutations/halves.ts";
import { type MutationKind, mutations } from "../fixtures/mutations/mutate.ts";
import { factPassages } from "../fixtures/mutations/passages.ts";
import { supportOf, written } from "./judged.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * How many wrong sentences the gate withholds, by what is wrong with them, and how many right ones. The sentences are
 * those of the handbook and of made-up passages in both languages; a mutation that happens to be true is left out.
 */
type Judged = { kind: MutationKind; text: string; made: string; caught: boolean; plain: boolean };
export type MutationReport = {
  judged: Judged[];
  /** Sentences that were not changed: quoted as they stand, and said in other words. */
  quoted: { text: string; passed: boolean }[];
  rephrased: { text: string; passed: boolean }[];
};

const variants = 3;

export function judgeMutations(seed = 20): MutationReport {
  const report: MutationReport = { judged: [], quoted: [], rephrased: [] };
  for (const { text, fair } of passages()) {
    // Of each text its own, so that a change of one page changes nothing about the sentences of the others.
    const random = createRandom(seed + Number.parseInt(sha256(text).slice(0, 8), 16));
    const claims = claimsOf(text);
    const known = new Set(claims.map((claim) => claim.text));
    for (const claim of claims) {
      report.quoted.push({ text: claim.text, passed: passes(claim, text) });
      for (const said of sayings(claim.text, random)) {
        report.rephrased.push({ text: said, passed: passes(written(said), text) });
      }
      const others = claims.filter((c) => c !== claim);
      for (const [kind, made] of mutated(claim.text, others, random)) {
        if (known.has(made)) continue;
        const verdict = verdictOf({ ...claim, text: made }, text);
        report.judged.push({ kind, text: claim.text, made, ...verdict });
      }
    }
    for (const said of fair) {
      report.rephrased.push({ text: said, passed: passes(written(said), text) });
      for (const [kind, made] of mutated(said, claims, random)) {
        if (known.has(made)) continue;
        report.judged.push({ kind, text: said, made, ...verdictOf(written(made), text) });
      }
    }
  }
  return report;
}

/** `npm run bench mutations`. */
export async function measureMutations(): Promise<Figure[]> {
  const { judged, quoted, rephrased } = judgeMutations();
  const row = "mutations";
  const figures = [...new Set(judged.map((j) => j.kind))].map((kind): Figure => {
    const own = judged.filter((j) => j.kind === kind);
    const caught = own.filter((j) => j.caught).length;
    const share = rounded((100 * caught) / own.length);
    const plain = rounded((100 * own.filter((j) => j.plain).length) / own.length);
    const what = `withheld: ${kind}; shown without a mark: ${plain} %`;
    return { row, what, value: share, unit: `% of ${own.length}` };
  });
  const caught = judged.filter((j) => j.caught).length;
  const refused = (of: readonly { passed: boolean }[]) => of.filter((s) => !s.passed).length;
  const wrongly = (what: string, of: readonly { passed: boolean }[], most: number): Figure => {
    const value = rounded((100 * refused(of)) / of.length);
    const unit = `% of ${of.length}`;
    return { row, what, value, unit, limit: `≤ ${most} %`, ok: value <= most };
  };
  return [
    ...figures,
    {
      row,
      what: "withheld: all kinds",
      value: rounded((100 * caught) / judged.length),
      unit: `% of ${judged.length}`,
    },
    wrongly("wrongly withheld: quoted as it stands", quoted, 0),
    wrongly("wrongly withheld: said in other words", rephrased, 2),
  ];
}

function mutated(
  text: string,
  claims: readonly DraftClaim[],
  random: Random,
): [MutationKind, string][] {
  const made: [MutationKind, string][] = [];
  for (const kind of Object.keys(mutations) as MutationKind[]) {
    // the keys are the kinds by the type
    const own = new Set<string>();
    for (let i = 0; i < variants; i++) {
      const other = claims.length === 0 ? "" : random.pick(claims).text;
      const text2 = mutations[kind](text, random, other);
      if (text2 !== undefined && text2 !== text) own.add(text2);
    }
    made.push(...[...own].map((m): [MutationKind, string] => [kind, m]));
  }
  return made;
}

/** The same said a little differently: without inline marks, with an opening, with the time at the end. */
function sayings(text: string, random: Random): string[] {
  if (/[\n|]/.test(text) || text.length > 240 || text.length < 12) return [];
  const han = /\p{Script=Han}/u.test(text);
  const opening = random.pick(han ? ["注意：", "此外，", "另外，"] : ["Note that ", "Also, "]);
  const said = [text.replaceAll("**", ""), `${opening}${text}`];
  const moved = /^(In \d{4}|After \d+ \w+|Every \d+ \w+|When [^,]{4,40}), (.+)\.$/.exec(text);
  if (moved?.[1] !== undefined && moved[2] !== undefined) {
    const [time, rest] = [moved[1], moved[2]];
    const late = time[0]?.toLowerCase() + time.slice(1);
    said.push(`${rest[0]?.toUpperCase()}${rest.slice(1)} ${late}.`);
  }
  return said;
}

type Page = { text: string; fair: readonly string[] };

function passages(): Page[] {
  const folder = path.join(projectDir(), "handbook");
  const sections = ["en", "zh-CN"].flatMap((lang) =>
    readdirSync(path.join(folder, lang))
      .sort()
      .flatMap((file) => readFileSync(path.join(folder, lang, file), "utf8").split(/\n(?=## )/)),
  );
  return [...factPassages, ...halvesPassages, ...sections.map((text) => ({ text, fair: [] }))];
}

function claimsOf(text: string): DraftClaim[] {
  return quotableUnits(text, 1).flatMap((unit): DraftClaim[] =>
    unit.kind === "heading" || unit.kind === "code"
      ? []
      : [
          {
            ...written(unit.text),
            kind: unit.kind,
            spans: unit.spans.map((span) => ({ citation: 1, ...span })),
            ...(unit.info === undefined ? {} : { info: unit.info }),
          },
        ],
  );
}

const passes = (claim: DraftClaim, text: string): boolean => supportOf(claim, text) !== "withheld";

/** `plain`: shown without the mark that names what the document says. */
function verdictOf(claim: DraftClaim, text: string): Pick<Judged, "caught" | "plain"> {
  const support = supportOf(claim, text);
  return { caught: support === "withheld", plain: support !== "withheld" && support !== "doubt" };
}
