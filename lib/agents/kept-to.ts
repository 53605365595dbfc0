import type { Evidence, QueryTerm } from "#lib/contracts/envelope";
import type { QuestionText } from "#lib/contracts/question";
import { describes } from "#lib/language/describing-words";
import { isEveryday } from "#lib/language/talk-words";
import { contentTerms } from "#lib/language/words";
import { asUnanswered, type Compose, type ComposeInput, claimsOf } from "./compose.ts";
import { speaksOf, speaksOfAction } from "./stands-in.ts";

/** Of what a part leans on, by weight, so much stands where its answer is: in the passage or in the names above it. */
const least = 0.5;

/**
 * A part that had no subject of its own is answered where the subject it was given is spoken of, and nowhere else: "how
 * many processes may a command use" not from what is said of the processes of the server. And what is quoted speaks of
 * what the part asks beside that subject, else another part has the answer.
 */
export function composeKeptTo(
  {
    ask,
    on,
    others,
  }: { ask: QuestionText; on: string | undefined; others: readonly QuestionText[] },
  compose: Compose,
  { terms }: { terms: readonly QueryTerm[] },
): Compose {
  return async (input) => {
    const kept =
      on === undefined ? input : within(input, (text) => speaksOfSubject(on, terms, text));
    const composed = await compose(kept);
    const claims = claimsOf(composed);
    const ids = new Set(claims.flatMap((claim) => claim.citations));
    const citations = kept.citations.filter(({ id }) => ids.has(id));
    const shown = { claims, citations };
    const speaks = on === undefined ? speaksOfAction(ask, shown) : speaksOf(ask, others, shown);
    return speaks ? composed : asUnanswered(composed);
  };
}

/** `terms`: the question's, as they were weighed by the search. */
export function speaksOfSubject(on: string, terms: readonly QueryTerm[], text: string): boolean {
  const own = new Set(contentTerms(on).filter((t) => !describes(t) && !isEveryday(t)));
  const subject = terms.filter((t) => own.has(t.term));
  const held = new Set(contentTerms(text));
  const sum = (of: readonly QueryTerm[]) => of.reduce((all, t) => all + t.weight, 0);
  return sum(subject.filter((t) => held.has(t.term))) >= least * sum(subject);
}

/** The evidence whose passages pass, each judged with the names above it. */
function within(input: ComposeInput, passes: (text: string) => boolean): ComposeInput {
  const kept = fitting(input, passes);
  if (input.further === undefined) return { ...input, ...kept };
  return { ...input, ...kept, further: fitting(input.further, passes) };
}

function fitting(evidence: Evidence, passes: (text: string) => boolean): Evidence {
  const ids = new Set(
    evidence.citations
      .filter(({ id, title, breadcrumb, relative_path }) => {
        const names = [title, ...breadcrumb, relative_path.replace(/[/\\._-]+/g, " ")];
        const texts = evidence.passages.filter((p) => p.citation_id === id).map(({ text }) => text);
        return passes([...names, ...texts].join("\n"));
      })
      .map(({ id }) => id),
  );
  return {
    citations: evidence.citations.filter(({ id }) => ids.has(id)),
    passages: evidence.passages.filter(({ citation_id }) => ids.has(citation_id)),
  };
}
