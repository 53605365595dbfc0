import { AppError } from "#lib/contracts/errors";
import type { LikeTask, LikeTasks, LikeTasksBody, TaskList } from "#lib/contracts/tasks";
import type { WordTable } from "#lib/meaning/word-table";
import { likeInput, saidOf } from "#lib/memory/like-inputs";
import type { LikenessModel } from "#lib/memory/likeness";
import { inputLimits } from "#lib/memory/limits";
import { maskDeep } from "#lib/platform/secrets";
import type { KeptStore } from "./keep-store.ts";

/**
 * Tasks of before that asked for the same as one that a person is about to start, with what became of them. Nothing is
 * looked for where memory is off, and nothing of what is asked is kept.
 */
export function createLikeTasks(deps: {
  store: KeptStore;
  /** The input as such a task is kept, with what it fills in; throws AppError where none could be started with it. */
  fit: (type: string, input: Record<string, unknown>) => Record<string, unknown>;
  switches: () => { enabled: boolean; recall: boolean };
  table: WordTable | undefined;
  model: () => LikenessModel;
}): (body: LikeTasksBody) => Promise<LikeTasks> {
  const { store, fit, switches, table, model } = deps;

  /** A form that is not filled in yet is compared as it stands. */
  function asKept(type: string, input: Record<string, unknown>): Record<string, unknown> {
    try {
      return maskDeep(fit(type, input)).value;
    } catch (error) {
      if (error instanceof AppError) return maskDeep(input).value;
      throw error;
    }
  }

  return async ({ type, input, except }) => {
    const { enabled, recall } = switches();
    if (!enabled || !recall || table === undefined) return { tasks: [] };
    const { tasks } = await store.get();
    const given = asKept(type, input);
    if (JSON.stringify(given).length > inputLimits.chars) return { tasks: [] };
    const by = { table, model: model() };
    const { compared, chars } = inputLimits;
    const like = (await tasks.inputs(type, { tasks: compared, chars }))
      .filter(({ task_id }) => task_id !== except)
      .flatMap(({ task_id, input: before }) => {
        const found = likeInput(given, before, by);
        return found === undefined ? [] : [{ task_id, before, ...found }];
      })
      .sort((a, b) => b.likeness - a.likeness) // they came newest first
      .slice(0, mostShown);
    const rows = rowsOf(await tasks.list({ type, limit: compared }));
    const found = await Promise.all(
      like.map(async ({ task_id, before, alike }): Promise<LikeTask[]> => {
        const row = rows.get(task_id);
        const files = (await tasks.find(task_id))?.artifacts.map(({ name }) => name) ?? [];
        return row === undefined ? [] : [{ ...row, alike, said: saidOf(before), files }];
      }),
    );
    return { tasks: found.flat() };
  };
}

const mostShown = 3;

const rowsOf = ({ tasks }: TaskList) => new Map(tasks.map((row) => [row.task_id, row]));
