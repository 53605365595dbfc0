/** Which of several units answers: a conditional logit, by Newton's method with a ridge; the same matrix gives the same weights. */
export type Choice = {
  /** Values of its units, one row of `width` after the other. */
  values: Float64Array;
  units: number;
  /** Positions of those that answer. */
  answers: readonly number[];
  weight: number;
};

export function fitChoice(choices: readonly Choice[], width: number, ridge: number): Fitted {
  return newton(width, ridge, (weights, gradient, hessian) => {
    let loss = 0;
    let all = 0;
    for (const { values, units, answers, weight } of choices) {
      const scores = new Float64Array(units);
      for (let unit = 0; unit < units; unit++) scores[unit] = dot(values, unit * width, weights);
      const most = Math.max(...scores);
      const odds = scores.map((score) => Math.exp(score - most));
      const sum = odds.reduce((a, b) => a + b, 0);
      const right = answers.reduce((a, unit) => a + (odds[unit] ?? 0), 0);
      loss -= weight * Math.log(right / sum + 1e-12);
      all += weight;
      if (gradient === undefined || hessian === undefined) continue;
      const mean = new Float64Array(width);
      const answering = new Set(answers);
      for (let unit = 0; unit < units; unit++) {
        const share = (odds[unit] ?? 0) / sum;
        const own = answering.has(unit) ? (odds[unit] ?? 0) / right : 0;
        const from = unit * width;
        for (let i = 0; i < width; i++) {
          const value = values[from + i] ?? 0;
          if (value === 0) continue;
          mean[i] = (mean[i] ?? 0) + share * value;
          gradient[i] = (gradient[i] ?? 0) + weight * (share - own) * value;
          for (let j = 0; j <= i; j++) {
            const other = values[from + j] ?? 0;
            if (other !== 0)
              hessian[i * width + j] =
                (hessian[i * width + j] ?? 0) + weight * share * value * other;
          }
        }
      }
      for (let i = 0; i < width; i++) {
        const value = mean[i] ?? 0;
        if (value === 0) continue;
        for (let j = 0; j <= i; j++)
          hessian[i * width + j] = (hessian[i * width + j] ?? 0) - weight * value * (mean[j] ?? 0);
      }
    }
    return { loss, all };
  });
}

/** Weights, and how fast the loss rises around them. */
export type Fitted = { weights: Float64Array; hessian: Float64Array };

/**
 * The weights that would be found without these features, as far as the loss is a parabola around those with them: one step, so
 * that what each of a hundred features is worth costs no hundred fits.
 */
export function withoutFeatures(
  { weights, hessian }: Fitted,
  features: readonly number[],
): Float64Array {
  const width = weights.length;
  const directions = features.map((feature) => {
    const one = new Float64Array(width);
    one[feature] = 1;
    return solve(hessian, one, width);
  });
  const count = features.length;
  const between = new Float64Array(count * count);
  for (const [i, direction] of directions.entries())
    for (const [j, feature] of features.entries()) between[i * count + j] = direction[feature] ?? 0;
  const own = Float64Array.from(features, (feature) => weights[feature] ?? 0);
  const lengths = solve(between, own, count);
  const without = Float64Array.from(weights);
  for (const [at, direction] of directions.entries())
    for (let i = 0; i < width; i++)
      without[i] = (without[i] ?? 0) - (lengths[at] ?? 0) * (direction[i] ?? 0);
  for (const feature of features) without[feature] = 0;
  return without;
}

type Evaluate = (
  weights: Float64Array,
  gradient?: Float64Array,
  hessian?: Float64Array,
) => { loss: number; all: number };

const steps = 25;
const enough = 1e-7;
const shortest = 1 / 64;

function newton(width: number, ridge: number, evaluate: Evaluate): Fitted {
  let weights: Float64Array = new Float64Array(width);
  const penalty = (of: Float64Array) => of.reduce((sum, one) => sum + one * one, 0) * ridge;
  let last = new Float64Array(width * width);
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(width);
    const hessian = new Float64Array(width * width);
    const { loss, all } = evaluate(weights, gradient, hessian);
    const before = loss / all + penalty(weights);
    for (let i = 0; i < width; i++) {
      gradient[i] = (gradient[i] ?? 0) / all + 2 * ridge * (weights[i] ?? 0);
      for (let j = 0; j <= i; j++) hessian[i * width + j] = (hessian[i * width + j] ?? 0) / all;
      hessian[i * width + i] = (hessian[i * width + i] ?? 0) + 2 * ridge + 1e-9;
    }
    last = hessian;
    const direction = solve(hessian, gradient, width);
    let length = 1;
    let next = weights;
    let after = before;
    for (; length >= shortest; length /= 2) {
      next = weights.map((one, i) => one - length * (direction[i] ?? 0));
      const tried = evaluate(next);
      after = tried.loss / tried.all + penalty(next);
      if (after <= before) break;
    }
    if (length < shortest) break;
    weights = next;
    if (before - after < enough) break;
  }
  return { weights, hessian: last };
}

/** By Cholesky; `matrix` is symmetric and given by its lower half. */
function solve(matrix: Float64Array, right: Float64Array, width: number): Float64Array {
  const lower = new Float64Array(width * width);
  const at = (i: number, j: number) => lower[i * width + j] ?? 0;
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * width + j] ?? 0;
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      lower[i * width + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(j, j);
    }
  }
  const half = new Float64Array(width);
  for (let i = 0; i < width; i++) {
    let sum = right[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= at(i, k) * (half[k] ?? 0);
    half[i] = sum / at(i, i);
  }
  const result = new Float64Array(width);
  for (let i = width - 1; i >= 0; i--) {
    let sum = half[i] ?? 0;
    for (let k = i + 1; k < width; k++) sum -= at(k, i) * (result[k] ?? 0);
    result[i] = sum / at(i, i);
  }
  return result;
}

export function dot(values: Float64Array, from: number, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (values[from + i] ?? 0) * (weights[i] ?? 0);
  return sum;
}
