/**
 * Times in buckets whose bounds grow by a twentieth: counts of them can be added up over any stretch of time, and a quantile
 * read from them is off by five in a hundred at most.
 */
const growth = Math.log(1.05);

/** The number of a time's bucket; everything below a tenth of a millisecond is in the first. */
export function bucketOf(ms: number): number {
  return Math.max(0, Math.ceil(Math.log(Math.max(ms, 0.1) * 10) / growth));
}

/** The middle of a bucket, in milliseconds. */
export function msOfBucket(bucket: number): number {
  return Math.exp((bucket - 0.5) * growth) / 10;
}

/** Nearest rank; undefined where nothing was counted. */
export function quantileOf(buckets: ReadonlyMap<number, number>, q: number): number | undefined {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  let left = Math.max(1, Math.ceil(q * total));
  for (const [bucket, n] of sorted) {
    left -= n;
    if (left <= 0) return Math.round(msOfBucket(bucket) * 10) / 10;
  }
  return undefined;
}
