import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { loadSqliteVec } from "#lib/platform/sqlite-vectors";
import { openVectorFile, type VectorFile } from "../lib/search/vectors/vector-file.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * The nearest among as many vectors as 10,000 files have passages, in the file that an embedding model's vectors are kept in;
 * beside it the same comparison over one typed array in memory, which keeps nothing. `VECTORS_PASSAGES` makes it smaller.
 */
const passages = Number(process.env.VECTORS_PASSAGES ?? 134_000);
const numbers = 384;
const nearest = 100;
const looks = 50;
const model: EmbeddingIdentity = {
  provider: "compatible",
  name: "bench",
  address: "http://127.0.0.1/v1",
  dimensions: null,
  query_prefix: "",
  passage_prefix: "",
};

export async function measureVectors(): Promise<Figure[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-vectors-"));
  try {
    const all = madeVectors();
    const began = performance.now();
    const file = openVectorFile(home, loadSqliteVec);
    fill(file, all);
    const made = performance.now() - began;
    const asked = Array.from({ length: looks }, (_, i) => [...rowOf(all, i * 997)]);
    const before = process.memoryUsage.rss();
    const took = timed(asked, (vector) => file.nearest(model, vector, nearest));
    const held = process.memoryUsage.rss() - before;
    const peer = timed(asked, (vector) => nearestInMemory(all, vector));
    file.close();
    const { size } = statSync(path.join(home, "index", "vectors.sqlite"));
    const by = took.p95 / peer.p95;
    return [
      figure(`${passages} vectors of ${numbers} numbers, written`, made / 1000, "s"),
      figure("the file", size / 1e6, "MB"),
      figure("memory that the looks take, the file mapped into it", held / 1e6, "MB"),
      figure(`the ${nearest} nearest, p50 of ${looks}`, took.p50, "ms"),
      figure("the same, p95", took.p95, "ms"),
      figure("over one array in memory, p95", peer.p95, "ms"),
      figure("the file's p95 by the array's", by, ""),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Directions with a common part, as those of texts have; the same on every machine. */
function madeVectors(): Float32Array {
  let seed = 20_261_129;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.4;
  };
  return Float32Array.from({ length: passages * numbers }, random);
}

const rowOf = (all: Float32Array, i: number): Float32Array =>
  all.subarray((i % passages) * numbers, ((i % passages) + 1) * numbers);

function fill(file: VectorFile, all: Float32Array): void {
  for (let from = 0; from < passages; from += 1000) {
    const count = Math.min(1000, passages - from);
    const rows = Array.from({ length: count }, (_, i) => ({
      hash: String(from + i).padStart(64, "0"),
      vector: [...rowOf(all, from + i)],
    }));
    file.put(model, rows);
  }
}

function nearestInMemory(all: Float32Array, vector: readonly number[]): number[] {
  const similar = new Float64Array(passages);
  const own = length(vector);
  for (let i = 0; i < passages; i++) {
    const row = rowOf(all, i);
    let dot = 0;
    let squares = 0;
    for (let n = 0; n < numbers; n++) {
      const value = row[n] ?? 0;
      dot += value * (vector[n] ?? 0);
      squares += value * value;
    }
    similar[i] = dot / (own * Math.sqrt(squares));
  }
  const order = Array.from(similar.keys()).sort((a, b) => (similar[b] ?? 0) - (similar[a] ?? 0));
  return order.slice(0, nearest);
}

const length = (vector: readonly number[]): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

function timed<T>(given: readonly T[], work: (one: T) => unknown): { p50: number; p95: number } {
  const took = given
    .map((one) => {
      const began = performance.now();
      work(one);
      return performance.now() - began;
    })
    .sort((a, b) => a - b);
  const at = (share: number) =>
    took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

function figure(what: string, value: number, unit: string): Figure {
  return { row: "Vectors of an embedding model", what, value: rounded(value, 2), unit };
}
