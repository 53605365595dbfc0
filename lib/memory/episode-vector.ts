import type { Answer } from "#lib/contracts/answer";
import type { EpisodeVector, MemoryStore } from "#lib/contracts/ports";
import type { QuestionText } from "#lib/contracts/question";
import { askedBefore } from "#lib/language/asked-after";
import type { WordTable } from "#lib/meaning/word-table";
import { sha256 } from "#lib/platform/hash";
import { maskText } from "#lib/platform/secrets";
import { recallLimits } from "./limits.ts";
import { readQuestion } from "./question-reading.ts";
import { madeBy, vectorOfText } from "./question-vector.ts";

type Asked = Pick<Answer, "question" | "searched">;

/** What a question asks; one that points back with the question before it. */
export const askedOf = ({ question, searched }: Asked): QuestionText =>
  askedBefore({ question, searched });

/** A text as it is sent to an embedding model, and the hash that its vector is kept by. */
export function embeddedAs(asked: string): { text: string; hash: string } {
  const { text } = maskText(asked);
  return { text, hash: sha256(text).slice(0, hashDigits) };
}
const hashDigits = 32;

/** What it is found again by; undefined for a question that says nothing. */
export function episodeVector(turn: Asked, table: WordTable): EpisodeVector | undefined {
  const asked = askedOf(turn);
  const vector = vectorOfText(asked, table);
  if (vector === undefined) return undefined;
  const reading = JSON.stringify(readQuestion(asked));
  return { made_by: madeBy(table), vector, reading, ...(asked === turn.question ? {} : { asked }) };
}

/** Reads some questions that have no vector of this table yet, oldest first. How many. */
export async function readQuestionsOfBefore(
  memory: Pick<MemoryStore, "unread" | "putVectors">,
  table: WordTable,
): Promise<number> {
  const made_by = madeBy(table);
  const unread = await memory.unread(made_by, recallLimits.written_at_once);
  const nothing = { made_by, vector: new Int8Array(table.dimensions), reading: "" };
  await memory.putVectors(
    unread.map(({ message_id, ...turn }) => ({
      message_id,
      ...(episodeVector(turn, table) ?? nothing),
    })),
  );
  return unread.length;
}
