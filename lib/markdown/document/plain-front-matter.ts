/**
 * Front matter as most files have it: a name and one value in each line, unquoted words or double quotes without
 * escapes or a list of such quotes. A parser of all of YAML takes fifty times as long; whatever is not as plain as this
 * is left to it, and what is plain it would read in the same way.
 */
const line = /^([A-Za-z][\w.-]*):(?: +(\S(?:.*\S)?))? *$/;
const quoted = /^"([^"\\\p{C}]*)"$/u;
const words = /^[A-Za-z][\w .,/()'+-]*$/;
const date = /^\d{1,4}\/\d{1,2}\/\d{1,4}$/;
/** Words that are no words to YAML. */
const values = /^(?:true|false|null)$/i;
const list = /^\[(?:"[^"\\\p{C}]*"(?:, ?"[^"\\\p{C}]*")*)?\]$/u;

/** Undefined when some line is not plain. */
export function readPlainFrontMatter(body: readonly string[]): Map<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  for (const given of body) {
    const [, name, value] = line.exec(given) ?? [];
    if (name === undefined) return undefined;
    const read = value === undefined ? null : readValue(value);
    if (read === undefined) return undefined;
    found.set(name, read);
  }
  return found;
}

function readValue(value: string): string | string[] | undefined {
  const text = quoted.exec(value)?.[1];
  if (text !== undefined) return text;
  if (date.test(value) || (words.test(value) && !values.test(value))) return value;
  if (!list.test(value)) return undefined;
  return Array.from(value.matchAll(/"([^"]*)"/g), ([, item = ""]) => item);
}
