import { expect, it } from "vitest";
import type { VectorRow } from "#lib/contracts/ports";
import { createVectorShelf } from "#lib/memory/vector-shelf";

const rows: VectorRow[] = [1, 2, 3].map((n) => ({
  message_id: n,
  vector: Int8Array.from([n, 1]),
}));
const after = async (message_id: number) => {
  await Promise.resolve();
  return rows.filter((row) => row.message_id > message_id);
};

it("reads each vector once, however many look at the same moment", async () => {
  const shelf = createVectorShelf({ dimensions: 2, after });
  const looks = Array.from({ length: 5 }, () => shelf.nearest(Int8Array.from([1, 0]), 10));
  for (const found of await Promise.all(looks)) expect(found).toEqual([3, 2, 1]);
});

it("keeps nothing of a reading that was under way when it was emptied", async () => {
  let there = rows;
  const shelf = createVectorShelf({
    dimensions: 2,
    after: async (message_id) => {
      const read = there.filter((row) => row.message_id > message_id);
      await Promise.resolve();
      return read;
    },
  });
  const look = shelf.nearest(Int8Array.from([1, 0]), 10);
  await Promise.resolve(); // the reading has begun
  there = rows.slice(1);
  shelf.clear();
  expect(await look).toEqual([3, 2]);
});
