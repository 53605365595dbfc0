import type { Episode } from "#lib/contracts/memory";
import type { BackgroundCosine, MemoryStore, NearQuestion } from "#lib/contracts/ports";
import type { QuestionText } from "#lib/contracts/question";
import type { WordTable } from "#lib/meaning/word-table";
import { perPerson } from "#lib/platform/acting";
import { type Likeness, type LikenessModel, likenessOf } from "./likeness.ts";
import { recallLimits } from "./limits.ts";
import { keptReading, readAsked, withTable } from "./question-reading.ts";
import { madeBy } from "./question-vector.ts";
import { standingOut } from "./standing-out.ts";
import { createVectorShelf } from "./vector-shelf.ts";

/** `offered_for`: the least that must be so for it to be offered; absent where it is not. */
export type Recalled = Episode & Pick<Likeness, "likeness" | "offered_for">;

/**
 * Finds earlier questions of the person at work by meaning and words. The vectors of all of these are held in memory, one byte a number; those that are
 * nearest are read and compared word by word.
 */
export type Recall = {
  /**
   * The nearest first, which need not ask the same; all that were compared, however far they are. `asking`: for whom the
   * question may be sent to an embedding model that a person has agreed to. Throws AppError when the database fails.
   */
  like(question: QuestionText, limit: number, asking?: Asking): Promise<Recalled[]>;
  /** Reads some vectors ahead of the first look; whether there are more. Throws AppError when the database fails. */
  readAhead(): Promise<boolean>;
  /** What is held in memory of them is dropped: questions were forgotten. */
  forget(): void;
};

/** On whose behalf: what leaves the machine for it goes by these ids. */
export type Asking = { trace_id: string; run_id: string; signal: AbortSignal };

/** Questions by the vectors of the configured embedding model: the nearest first, and what is usual for it. */
export type NearByModel = {
  nearest(which: { limit: number } | { among: readonly number[] }): Promise<NearQuestion[]>;
  background(limit: number): Promise<BackgroundCosine[]>;
};

export function createRecall(deps: {
  memory: () => Promise<Pick<MemoryStore, "vectorsAfter" | "episodes">>;
  table: WordTable;
  model: LikenessModel;
  /** Undefined where no such model can be asked; without `asking` what it was asked already counts, and nothing is sent. */
  embedded?: (
    question: QuestionText,
    asking: Asking | undefined,
  ) => Promise<NearByModel | undefined>;
}): Recall {
  const { memory, table, model, embedded } = deps;
  const shelves = perPerson(() =>
    createVectorShelf({
      dimensions: table.dimensions,
      after: async (message_id, limit) =>
        (await memory()).vectorsAfter(madeBy(table), message_id, limit),
    }),
  );
  return {
    async like(question, limit, asking) {
      const asked = readAsked(question, table);
      if (asked === undefined) return [];
      const byModel = await embedded?.(question, asking);
      const { compared: most } = recallLimits;
      const near = await shelves.mine().nearest(asked.vector, most);
      const nearByModel = (await byModel?.nearest({ limit: most })) ?? [];
      const ids = [...new Set([...near, ...nearByModel.map(({ message_id }) => message_id)])];
      const rows = await (await memory()).episodes(ids);
      const cosines = byModel && (await cosinesOf(byModel, rows));
      const standsOut =
        byModel && standingOut(await byModel.background(recallLimits.background.newest));
      const compared = rows.flatMap(({ message_id, episode, vector, reading }): Compared[] => {
        const kept = keptReading(reading);
        if (kept === undefined) return [];
        const other = withTable(kept, vector, table);
        const cosine = cosines?.get(message_id);
        const stands_out = cosine === undefined ? undefined : standsOut?.(cosine, kept.lang);
        const by = { table, model, stands_out };
        return [{ message_id, episode, stands_out, ...likenessOf(asked, other, by) }];
      });
      const byWords = compared.sort(
        (a, b) => b.nearness - a.nearness || b.message_id - a.message_id,
      );
      return (cosines === undefined ? byWords : fused(byWords, cosines))
        .slice(0, limit)
        .map(({ episode, likeness, offered_for }) => ({
          ...{ ...episode, likeness },
          ...(offered_for === undefined ? {} : { offered_for }),
        }));
    },
    readAhead: () => shelves.mine().readSome(),
    forget() {
      for (const shelf of shelves.everyones()) shelf.clear();
    },
  };
}

type Compared = Likeness & {
  message_id: number;
  episode: Episode;
  stands_out: number | undefined;
};

/** Of those that have a vector of the embedding model, the nearest first. */
async function cosinesOf(
  byModel: NearByModel,
  rows: readonly { message_id: number }[],
): Promise<Map<number, number>> {
  const near = await byModel.nearest({ among: rows.map(({ message_id }) => message_id) });
  return new Map(
    near.flatMap(({ message_id, cosine }) => (cosine === null ? [] : [[message_id, cosine]])),
  );
}

/**
 * The order of the embedding model and that by words as one: by how far each stands out, where that is known of some. One of
 * which it is not known stands out as they do on average.
 */
function fused(byWords: readonly Compared[], cosines: ReadonlyMap<number, number>): Compared[] {
  const known = byWords.flatMap(({ stands_out }) => (stands_out === undefined ? [] : [stands_out]));
  if (known.length === 0) return fusedByRank(byWords, cosines);
  const average = known.reduce((sum, one) => sum + one, 0) / known.length;
  const score = ({ nearness, stands_out = average }: Compared) =>
    nearness + recallLimits.stands_out_in_order * stands_out;
  return byWords.toSorted((a, b) => score(b) - score(a));
}

/**
 * The same by reciprocal ranks: as long as it is not known what is usual for the model, the numbers of both say nothing
 * beside each other. A question that has no vector of the embedding model stands in its order where it stands by words.
 */
function fusedByRank(
  byWords: readonly Compared[],
  cosines: ReadonlyMap<number, number>,
): Compared[] {
  const places = new Map([...cosines.keys()].map((message_id, place) => [message_id, place]));
  const { rank, embedded } = recallLimits.fused;
  const scored = byWords.map((one, place) => ({
    one,
    score: 1 / (rank + place) + embedded / (rank + (places.get(one.message_id) ?? place)),
  }));
  return scored.sort((a, b) => b.score - a.score).map(({ one }) => one);
}
