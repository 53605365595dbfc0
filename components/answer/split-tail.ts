/**
 * Cuts a sentence's last plain text so that its chips can stand before the full stop and never start a line:
 * "…said of it." becomes lead "…said of ", word "it", stop ".".
 */
export function splitTail(text: string): { lead: string; word: string; stop: string } {
  const trimmed = text.trimEnd();
  const stop = /[.!?:;,。！？：；，、…)\]）】」』”’"']*$/u.exec(trimmed)?.[0] ?? "";
  // A bracket or quote alone closes something inside the sentence; only with a full stop does it end it.
  // What closes before the full stop belongs to the words: the chips stand behind it.
  const ends = stop.search(/[.!?:;,。！？：；，、…]/u);
  const end = ends < 0 ? "" : stop.slice(ends);
  const body = trimmed.slice(0, trimmed.length - end.length);
  const word = /(?:\p{Script=Han}|[^\s\p{Script=Han}]{1,28})$/u.exec(body)?.[0] ?? "";
  return { lead: body.slice(0, body.length - word.length), word, stop: end };
}

/** Chinese sentences run on without a space; others need one between them. */
export function spaceBetween(before: string, after: string): string {
  const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
  return wide.test(before.at(-1) ?? "") && wide.test(after[0] ?? "") ? "" : " ";
}
