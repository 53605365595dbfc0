import { judgeClaims } from "#lib/citations/gate";
import { hashLines } from "#lib/platform/lines";
import { readSaid, type SaidSentence } from "./parts/read-said.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What the gate says of sentences that were written with no knowledge of it, honest ones and lies, each over passages of real
 * documentation with the words it claims to rest on: `npm run bench -- said --sets DIR`. A measurement, asked once for a set.
 */
export function measureSaid(folder: string): Figure[] {
  const honest = readSaid(folder, "honest");
  const lies = readSaid(folder, "lies");
  return [
    ...figuresOf("honest", honest),
    ...groups(honest, ({ lang }) => `honest, ${lang}`),
    ...groups(honest, ({ manner }) => `honest, ${manner} model`),
    ...groups(honest, ({ kind }) => `honest, ${kind}`),
    ...figuresOf("lies", lies),
    ...groups(lies, ({ lang }) => `lies, ${lang}`),
    ...groups(lies, ({ kind }) => `lies: ${kind}`),
  ];
}

const groups = (all: readonly SaidSentence[], nameOf: (one: SaidSentence) => string): Figure[] =>
  [...Map.groupBy(all, nameOf)].sort().flatMap(([name, own]) => figuresOf(name, own));

function figuresOf(what: string, sentences: readonly SaidSentence[]): Figure[] {
  const verdicts = sentences.map(verdictOf);
  return (["plain", "in doubt", "withheld"] as const).map((verdict) => ({
    row: "said",
    what: `${what}: ${verdict}`,
    value: rounded(
      (100 * verdicts.filter((one) => one === verdict).length) / (verdicts.length || 1),
    ),
    unit: `% of ${verdicts.length}`,
  }));
}

export function verdictOf({
  text,
  question,
  project,
  passages,
  quotes,
}: SaidSentence): "plain" | "in doubt" | "withheld" {
  const { passed } = judgeClaims({
    claims: [
      {
        ...{ id: "c1", kind: "sentence", text, spans: [], quotes },
        citations: passages.map((_, i) => i + 1),
      },
    ],
    citations: passages.map(
      ({ text, line_start, line_end, title, breadcrumb, inside_fence }, i) => ({
        ...{ id: i + 1, title, breadcrumb, sha256: hashLines(text.split("\n")) },
        display_path: `${project}/page.md`,
        locator: { line_start, line_end },
        ...(inside_fence === undefined ? {} : { inside_fence }),
      }),
    ),
    verifications: new Map(
      passages.map(({ text }, i) => [i + 1, { state: "verified" as const, text }]),
    ),
    policy: "require_citations",
    ...(question === undefined ? {} : { question }),
  });
  const [claim] = passed;
  if (claim === undefined) return "withheld";
  return claim.support === "doubt" ? "in doubt" : "plain";
}
