import type { Concept } from "#lib/contracts/memory";
import type { StoredConcept } from "#lib/contracts/ports";

/**
 * Facts as they are shown: where two say otherwise about the same thing, the newer one counts and the older one says so.
 * Those of an agent's partition contradict nothing outside of it. Oldest first, as they were given.
 */
export function withContradictions(concepts: readonly StoredConcept[]): Concept[] {
  const newest = new Map<string, StoredConcept>();
  for (const concept of concepts) {
    const about = aboutOf(concept);
    const known = about === undefined ? undefined : newest.get(about);
    if (about === undefined || (known !== undefined && known.updated_at > concept.updated_at))
      continue;
    newest.set(about, concept);
  }
  return concepts.map((concept) => {
    const about = aboutOf(concept);
    const winner = about === undefined ? undefined : newest.get(about);
    const stands = winner === undefined || winner === concept || winner.value === concept.value;
    return stands ? concept : { ...concept, contradicted_by: winner.concept_id };
  });
}

/** Those that count where nothing but the shared ones, or also those of one agent, may be told. Of equal ones the newest. */
export function standing(concepts: readonly StoredConcept[], agent_id?: string): Concept[] {
  const told = concepts.filter(
    ({ partition }) => partition === undefined || partition === agent_id,
  );
  const seen = new Set<string>();
  return withContradictions(told)
    .filter(({ contradicted_by }) => contradicted_by === undefined)
    .toReversed()
    .filter((concept) => {
      const about = aboutOf(concept);
      if (about === undefined) return true;
      if (seen.has(about)) return false;
      seen.add(about);
      return true;
    })
    .toReversed();
}

/** What a fact is about; notes are about whatever they say. */
function aboutOf({ kind, term, partition }: StoredConcept): string | undefined {
  const within = partition ?? "";
  if (kind === "language") return `${within}\n${kind}`;
  if (kind === "note" || term === undefined) return undefined;
  return `${within}\n${kind}\n${term.toLowerCase().normalize("NFKC")}`;
}
