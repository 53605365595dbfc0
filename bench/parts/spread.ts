/** How long one thing took, over many. Milliseconds. */
export type Spread = { n: number; p50: number; p95: number; max: number };

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? Number.NaN };
}

const warmUp = 20;

/** The first questions to warm up, then each once by the clock. */
export async function timeEach(
  questions: readonly string[],
  ask: (question: string) => unknown,
): Promise<Spread> {
  for (const question of questions.slice(0, warmUp)) await ask(question);
  const times: number[] = [];
  for (const question of questions) {
    const began = performance.now();
    await ask(question);
    times.push(performance.now() - began);
  }
  return spreadOf(times);
}
