/** How long one thing took, over many. Milliseconds. */
export type Spread = { n: number; p50: number; p95: number; max: number };

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? Number.NaN };
}

/** Questions for the clock, and others of their kind that go before: a program that runs has answered some. */
export type Questions = { timed: readonly string[]; before: readonly string[] };

/** Each of the timed ones once by the clock. */
export async function timeEach(
  { timed, before }: Questions,
  ask: (question: string) => unknown,
): Promise<Spread> {
  for (const question of before) await ask(question);
  const times: number[] = [];
  for (const question of timed) {
    const began = performance.now();
    await ask(question);
    times.push(performance.now() - began);
  }
  return spreadOf(times);
}
