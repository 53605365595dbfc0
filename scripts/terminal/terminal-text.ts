/**
 * Text of documents for a terminal. A terminal obeys control characters: it would move, hide, overwrite or even answer.
 * Each is shown as a replacement character, and so are the marks that turn the direction of writing around.
 */
const obeyed = /[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv;
const ends = /[\n\t]/g;

/** Keeps line ends and tabs. */
export function terminalText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(obeyed, "\ufffd");
}

/** JSON for a terminal or a file: what JSON itself leaves as it is and a terminal obeys is written as `\uXXXX`. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** For a name, which is on one line whatever is in it. */
export function terminalName(name: string): string {
  return name.replaceAll(obeyed, "\ufffd").replaceAll(ends, "\ufffd");
}
