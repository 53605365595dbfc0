import type { Lang, UnderstoodWith } from "#lib/contracts/answer";
import type { Fact } from "#lib/contracts/memory";
import type { AskRequest } from "#lib/contracts/ports";
import type { QuestionText } from "#lib/contracts/question";
import { completeWith } from "#lib/language/complete-with";
import { questionLang } from "#lib/language/question-lang";

/** The language that the person wants answers in, whatever language they ask in. */
export function languageOf({ question, facts = [] }: AskRequest): Lang | undefined {
  return completeWith(question, facts).lang;
}

/**
 * The questions of one asking as the person means them, by what they have stated; and what of that was of use. It changes how
 * is searched and in which language is answered, never what counts as evidence.
 */
export function createUnderstanding(
  { question: asked, facts = [], lang: wanted }: AskRequest,
  lang: Lang,
) {
  const used = new Map<string, Fact>();
  let folder: string | undefined;
  return {
    complete(question: QuestionText): QuestionText {
      const understood = completeWith(question, facts);
      for (const fact of understood.used) {
        // A language that the question has anyway, or that was asked for, comes from no fact.
        const idle = wanted !== undefined || questionLang(asked) === lang;
        if (fact.kind !== "language" || !idle) used.set(fact.concept_id, fact);
      }
      folder ??= understood.folder;
      return understood.question;
    },
    /** Of these the one that what is asked about is in. */
    folder(among: readonly { id: string }[]): { folder?: string } {
      return folder !== undefined && among.some(({ id }) => id === folder) ? { folder } : {};
    },
    told(): { understood_with?: UnderstoodWith[] } {
      if (used.size === 0) return {};
      return {
        understood_with: [...used.values()].map(({ concept_id, text }) => ({ concept_id, text })),
      };
    },
  };
}
