/** Figures of predictions beside what is so. */

export const round = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** How often one that is so is told likelier than one that is not; a half where all are told alike. */
export function auroc(likely: readonly number[], yes: readonly boolean[]): number {
  const order = likely
    .map((one, i) => ({ one, yes: yes[i] === true }))
    .sort((a, b) => a.one - b.one);
  let ranks = 0;
  let positive = 0;
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && order[j]?.one === order[i]?.one) j++;
    for (let k = i; k < j; k++)
      if (order[k]?.yes) {
        ranks += (i + j + 1) / 2;
        positive++;
      }
    i = j;
  }
  return (ranks - (positive * (positive + 1)) / 2) / (positive * (order.length - positive));
}

export type Prediction = { likely: number; yes: boolean; weight: number };

/** Expected error over ten bins, and what each bin says and holds. */
export function calibration(predictions: readonly Prediction[]) {
  const bins = Array.from({ length: 10 }, (_, bin) => {
    const own = predictions.filter(({ likely }) => Math.min(9, Math.floor(likely * 10)) === bin);
    const weight = sumOf(own, (one) => one.weight);
    const mean = (of: (one: Prediction) => number) =>
      weight === 0 ? 0 : sumOf(own, (one) => one.weight * of(one)) / weight;
    return { weight, said: mean(({ likely }) => likely), held: mean(({ yes }) => Number(yes)) };
  });
  const all = sumOf(bins, ({ weight }) => weight);
  const error = sumOf(bins, ({ weight, said, held }) => (weight / all) * Math.abs(said - held));
  return { error: round(error), bins: bins.map(({ said, held }) => [round(said), round(held)]) };
}

/** The least likelihood from which on the share of yes, of all that are at least as likely, is at least `wanted`. */
export function pointOfShare(predictions: readonly Prediction[], wanted: number): number {
  let all = 0;
  let yes = 0;
  let found = 1;
  for (const one of predictions.toSorted((a, b) => b.likely - a.likely)) {
    all += one.weight;
    if (one.yes) yes += one.weight;
    if (yes / all >= wanted) found = one.likely;
  }
  return found;
}

/** The likelihood from which on acting is worth the most: each prediction is worth `gain` where it is acted upon. */
export function pointOfGain(cases: readonly { likely: number; gain: number }[]): number {
  let sum = 0;
  let best = { sum: 0, likely: 1 };
  for (const { likely, gain } of cases.toSorted((a, b) => b.likely - a.likely)) {
    sum += gain;
    if (sum > best.sum) best = { sum, likely };
  }
  return best.likely;
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
