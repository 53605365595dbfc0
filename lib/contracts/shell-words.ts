/**
 * The words of a command line, split as a POSIX shell splits them: quotes and backslashes are honoured, nothing is
 * expanded. Undefined when a quote is left open or a backslash ends the text. Imports nothing, because it judges an
 * environment variable before anything is installed.
 *
 *   --name 'a b' "c\"d" e\ f   →   --name | a b | c"d | e f
 */
export function shellWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: "'" | '"' | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === quote) {
      quote = undefined;
    } else if (quote === undefined && (char === "'" || char === '"')) {
      quote = char;
      word ??= "";
    } else if (char === "\\" && quote === undefined) {
      if (next === "") return undefined;
      word = (word ?? "") + next;
      at++;
    } else if (char === "\\" && quote === '"' && '"\\$`'.includes(next) && next !== "") {
      word = (word ?? "") + next;
      at++;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}
