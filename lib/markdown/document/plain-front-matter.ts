/**
 * Front matter as most files have it: a name and one value in each line, unquoted words, a number, quotes without escapes,
 * or a list of words or quotes. A parser of all of YAML takes fifty times as long; whatever is not as plain as this is left
 * to it, and what is plain it would read in the same way.
 */
const line = /^([A-Za-z][\w.-]*):(?: +(\S(?:.*\S)?))? *$/;
const item = /^( *)- +(\S(?:.*\S)?) *$/;
const passedOver = /^(?:#\P{C}*)?$/u;
const quoted = /^(?:"([^"\\\p{C}]*)"|'([^'\p{C}]*)')$/u;
const words = /^[\p{L}/][\p{L}\p{N} .,/()'+?!;&$@%=_-]*$/u;
/** A date, a hexadecimal id: to YAML neither a number nor a time. */
const signs = /^(?:\d{1,4}\/\d{1,2}\/\d{1,4}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const number = /^(?:0|[1-9]\d{0,14})$/;
/** Words that are no words to YAML; in other spellings they are left to it. */
const values: Record<string, boolean | null> = { true: true, false: false, null: null };
const list = /^\[(?:"[^"\\\p{C}]*"(?:, ?"[^"\\\p{C}]*")*)?\]$/u;

/** Undefined when some line is not plain, or none has a name. */
export function readPlainFrontMatter(body: readonly string[]): Map<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  /** Of the name above that has no value of its own: what its items are and how far in they stand. */
  let items: { name: string; of: unknown[]; indent?: string } | undefined;
  for (const given of body) {
    const [, name, value] = line.exec(given) ?? [];
    if (name !== undefined) {
      const read = value === undefined ? null : readValue(value);
      if (read === undefined) return undefined;
      found.set(name, read);
      items = value === undefined ? { name, of: [] } : undefined;
      continue;
    }
    if (passedOver.test(given)) continue;
    const [, indent, text = ""] = item.exec(given) ?? [];
    const read = indent === undefined ? undefined : readScalar(text);
    if (items === undefined || read === undefined) return undefined;
    items.indent ??= indent ?? "";
    if (items.indent !== indent) return undefined;
    items.of.push(read);
    found.set(items.name, items.of);
  }
  return found.size === 0 && body.length > 0 ? undefined : found;
}

function readValue(value: string): unknown {
  const scalar = readScalar(value);
  if (scalar !== undefined || !list.test(value)) return scalar;
  return Array.from(value.matchAll(/"([^"]*)"/g), ([, one = ""]) => one);
}

function readScalar(value: string): string | number | boolean | null | undefined {
  const [text, double, single] = quoted.exec(value) ?? [];
  if (text !== undefined) return double ?? single;
  if (number.test(value)) return Number(value);
  const known = values[value.toLowerCase()];
  if (known !== undefined) return Object.hasOwn(values, value) ? known : undefined;
  return signs.test(value) || words.test(value) ? value : undefined;
}
