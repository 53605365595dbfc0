import { expect, it } from "vitest";
import type { StoredConcept } from "#lib/contracts/ports";
import { standing, withContradictions } from "#lib/memory/concepts";

const concept = (
  concept_id: string,
  term: string,
  value: string,
  more: Partial<StoredConcept> = {},
): StoredConcept => ({
  ...{ concept_id, kind: "means", text: `${term} means ${value}`, term, value },
  ...{ origin: "stated", created_at: concept_id, updated_at: concept_id, uses: 0 },
  ...more,
});
const ids = (found: readonly { concept_id: string }[]) => found.map((one) => one.concept_id);

it("of two facts about the same thing the newer one counts, and the older one says so", () => {
  const facts = [concept("1", "Our cluster", "prod-eu"), concept("2", "our cluster", "prod-us")];
  expect(withContradictions(facts).map(({ contradicted_by }) => contradicted_by)).toEqual([
    "2",
    undefined,
  ]);
  expect(ids(standing(facts))).toEqual(["2"]);
  const changed = [concept("1", "our cluster", "prod-eu", { updated_at: "3" }), ...facts.slice(1)];
  expect(ids(standing(changed))).toEqual(["1"]);
});

it("facts that say the same, or are about other things, contradict nothing", () => {
  const facts = [
    concept("1", "our cluster", "prod-eu"),
    concept("2", "our cluster", "prod-eu"),
    concept("3", "the harbour", "Kiel"),
    concept("4", "", "", { kind: "note", text: "we deploy on Thursdays" }),
    concept("5", "", "", { kind: "note", text: "we never deploy on Thursdays" }),
  ];
  expect(withContradictions(facts).every((one) => one.contradicted_by === undefined)).toBe(true);
  expect(ids(standing(facts))).toEqual(["2", "3", "4", "5"]);
});

it("what stands in an agent's partition is told to that agent alone", () => {
  const facts = [
    concept("1", "our cluster", "prod-eu"),
    concept("2", "our cluster", "staging", { partition: "clerk" }),
  ];
  expect(ids(standing(facts))).toEqual(["1"]);
  expect(ids(standing(facts, "primary"))).toEqual(["1"]);
  expect(ids(standing(facts, "clerk"))).toEqual(["1", "2"]);
});
