import type { Tree } from "../../lib/answering/trees.ts";

/**
 * Boosted trees for yes or no: each tree splits at the feature that tells most and moves the log-odds a little; the sum of all is
 * what they say. Fitted by Newton steps on histograms of bytes, without chance, so that the same matrix gives the same trees.
 */
export type TreeCase = { row: Uint8Array; yes: boolean; weight: number };
export type Trees = { bias: number; trees: Tree[] };

/** How the trees are grown: fixed once by the hold-out figures, the same for all decisions. */
export const growth = { trees: 120, leaves: 5, rate: 0.08, least: 100, ridge: 10 };

const bytes = 256;

export function fitTrees(cases: readonly TreeCase[], width: number): Trees {
  const columns = Array.from({ length: width }, (_, feature) =>
    Uint8Array.from(cases, ({ row }) => row[feature] ?? 0),
  );
  const yes = cases.reduce((sum, one) => sum + (one.yes ? one.weight : 0), 0);
  const all = cases.reduce((sum, { weight }) => sum + weight, 0);
  const bias = Math.log(yes / (all - yes));
  const odds = new Float64Array(cases.length).fill(bias);
  const slopes = new Float64Array(cases.length);
  const curves = new Float64Array(cases.length);
  const trees: Tree[] = [];
  for (let round = 0; round < growth.trees; round++) {
    cases.forEach((one, i) => {
      const likely = 1 / (1 + Math.exp(-(odds[i] ?? 0)));
      slopes[i] = one.weight * (likely - Number(one.yes));
      curves[i] = one.weight * likely * (1 - likely);
    });
    trees.push(growTree(columns, slopes, curves, odds));
  }
  return { bias, trees };
}

type Leaf = { members: Uint32Array; best: Split | undefined; tree: Tree; into?: [Leaf, Leaf] };
type Split = { feature: number; byte: number; gain: number };

/** One tree, the leaf with the most to gain split first; `odds` move by what it says. */
function growTree(
  columns: readonly Uint8Array[],
  slopes: Float64Array,
  curves: Float64Array,
  odds: Float64Array,
): Tree {
  const leafOf = (members: Uint32Array): Leaf => {
    const { slope, curve } = sums(members, slopes, curves);
    const step = Number(((-slope / (curve + growth.ridge)) * growth.rate).toFixed(digits));
    return { members, tree: step, best: bestSplit(columns, members, slopes, curves) };
  };
  const root = leafOf(Uint32Array.from(odds.keys()));
  const leaves = [root];
  while (leaves.length < growth.leaves) {
    const leaf = leaves.reduce((a, b) => ((b.best?.gain ?? 0) > (a.best?.gain ?? 0) ? b : a));
    if (leaf.best === undefined) break;
    const { feature, byte } = leaf.best;
    const column = columns[feature] ?? new Uint8Array();
    const below = leafOf(leaf.members.filter((i) => (column[i] ?? 0) <= byte));
    const above = leafOf(leaf.members.filter((i) => (column[i] ?? 0) > byte));
    leaf.into = [below, above];
    leaves.splice(leaves.indexOf(leaf), 1, below, above);
  }
  for (const { members, tree } of leaves)
    for (const i of members) odds[i] = (odds[i] ?? 0) + (typeof tree === "number" ? tree : 0);
  return written(root);
}

const digits = 4;

function written({ tree, best, into }: Leaf): Tree {
  if (into === undefined || best === undefined) return tree;
  return [best.feature, best.byte, written(into[0]), written(into[1])];
}

function sums(members: Uint32Array, slopes: Float64Array, curves: Float64Array) {
  let slope = 0;
  let curve = 0;
  for (const i of members) {
    slope += slopes[i] ?? 0;
    curve += curves[i] ?? 0;
  }
  return { slope, curve };
}

function bestSplit(
  columns: readonly Uint8Array[],
  members: Uint32Array,
  slopes: Float64Array,
  curves: Float64Array,
): Split | undefined {
  if (members.length < 2 * growth.least) return undefined;
  const whole = sums(members, slopes, curves);
  const worth = (slope: number, curve: number) => (slope * slope) / (curve + growth.ridge);
  const before = worth(whole.slope, whole.curve);
  let best: Split | undefined;
  const slope = new Float64Array(bytes);
  const curve = new Float64Array(bytes);
  const count = new Uint32Array(bytes);
  columns.forEach((column, feature) => {
    slope.fill(0);
    curve.fill(0);
    count.fill(0);
    for (const i of members) {
      const byte = column[i] ?? 0;
      slope[byte] = (slope[byte] ?? 0) + (slopes[i] ?? 0);
      curve[byte] = (curve[byte] ?? 0) + (curves[i] ?? 0);
      count[byte] = (count[byte] ?? 0) + 1;
    }
    let low = { slope: 0, curve: 0, count: 0 };
    for (let byte = 0; byte < bytes - 1; byte++) {
      if (count[byte] === 0) continue;
      low = {
        slope: low.slope + (slope[byte] ?? 0),
        curve: low.curve + (curve[byte] ?? 0),
        count: low.count + (count[byte] ?? 0),
      };
      if (low.count < growth.least) continue;
      if (members.length - low.count < growth.least) break;
      const gain =
        worth(low.slope, low.curve) +
        worth(whole.slope - low.slope, whole.curve - low.curve) -
        before;
      if (gain > (best?.gain ?? 1e-9)) best = { feature, byte, gain };
    }
  });
  return best;
}
