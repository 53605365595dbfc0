/**
 * A name or a line as it stands in a text of one line each: a name that holds a line end or another control character is
 * written as a JSON string, which cannot be taken for another name.
 */
export function oneLine(name: string): string {
  if (!unseen.test(name) && !name.startsWith('"')) return name;
  return JSON.stringify(name).replace(unseen, written);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

function written(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
