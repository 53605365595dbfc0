/**
 * One vector of length 1 from what an encoder says of a text of so many tokens: its own sentence embedding where it has one,
 * else the mean over all tokens. Undefined where it says neither.
 */
export function pool(
  outputs: Readonly<Record<string, { data: unknown; dims: readonly number[] }>>,
  tokens: number,
): Float32Array | undefined {
  const { sentence_embedding, ...others } = outputs;
  const whole = sentence_embedding ?? Object.values(others).find(({ dims }) => dims.length === 2);
  const each = Object.values(others).find(({ dims }) => dims.length === 3 && dims[1] === tokens);
  const chosen = sentence_embedding ?? each ?? whole;
  if (chosen === undefined || !(chosen.data instanceof Float32Array)) return undefined;
  const { data, dims } = chosen;
  const width = dims.at(-1) ?? 0;
  const rows = dims.length === 3 ? tokens : 1;
  if (width === 0 || data.length !== rows * width) return undefined;
  const sum = new Float64Array(width);
  for (let at = 0; at < data.length; at++) {
    const place = at % width;
    sum[place] = (sum[place] ?? 0) + (data[at] ?? 0);
  }
  const length = Math.hypot(...sum);
  // What is no direction is left as it is: who asked says that it is no vector.
  return Float32Array.from(sum, (one) => (length > 0 ? one / length : one));
}
