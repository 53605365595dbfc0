import { mayBeMended, mostSlips, slipsBetween } from "../../spelling.ts";
import type { UnknownWord } from "../engine.ts";
import type { Cluster } from "./cluster.ts";
import { countPassages } from "./counts.ts";
import { requests } from "./limits.ts";

/** The word nearest to an unknown one: proposed by the server, chosen as from an index in this process. */
export async function nearestTerm(
  cluster: Cluster,
  index: string,
  { term: unknown, written }: UnknownWord,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!mayBeMended(written.toLowerCase())) return undefined;
  const term = {
    ...{ field: "impact", suggest_mode: "always", sort: "score", prefix_length: 1 },
    ...{ min_word_length: 1, max_edits: mostSlips(unknown), accuracy: 0.1 },
    ...{ size: requests.proposals, shard_size: requests.proposals },
  };
  const suggest = { near: { text: unknown, term } };
  const [found] = await cluster.search(index, [{ size: 0, suggest }], signal);
  const near = (found?.suggested ?? []).flatMap((term) => {
    const slips = slipsBetween(unknown, term);
    return slips === undefined ? [] : [{ term, slips }];
  });
  const held = await countPassages(
    cluster,
    index,
    near.map(({ term }) => term),
    signal,
  );
  const there = near
    .map((one) => ({ ...one, passages: held.get(one.term) ?? 0 }))
    .filter(({ passages }) => passages > 0);
  there.sort((a, b) => a.slips - b.slips || b.passages - a.passages || (a.term < b.term ? -1 : 1));
  return there[0]?.term;
}
