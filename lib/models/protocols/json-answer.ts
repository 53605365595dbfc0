/**
 * The text of `final_answer` while the object it stands in is still being written, letter by letter:
 *
 *     {"tool_calls": [], "final_answer": "The por        → "The por"
 *
 * Only a name at the first depth counts, and each letter is read once. What the answer is in the end is for the parser of
 * the whole reply; where that finds no object, what was told here was not an answer.
 */
export function watchAnswer(onText: (piece: string) => void): (piece: string) => void {
  let depth = 0;
  let inString = false;
  let escaped = "";
  let word = "";
  let name = "";
  let isValue = false;

  const saying = () => depth === 1 && isValue && name === "final_answer";
  return (piece) => {
    let told = "";
    for (const letter of piece) {
      if (inString) {
        const read = letterOf(letter);
        if (read === undefined) continue;
        if (read === endOfString) {
          inString = false;
          if (depth === 1 && !isValue) name = word;
        } else if (saying()) told += read;
        else if (word.length < longestName) word += read;
      } else if (letter === '"') {
        inString = true;
        word = "";
      } else if (letter === "{" || letter === "[") {
        depth += 1;
        if (depth === 1) isValue = false;
      } else if (letter === "}" || letter === "]") depth -= 1;
      else if (letter === ":" && depth === 1) isValue = true;
      else if (letter === "," && depth === 1) isValue = false;
    }
    if (told !== "") onText(told);
  };

  /** The letter that is meant; undefined while an escape is being written. */
  function letterOf(letter: string): string | typeof endOfString | undefined {
    if (escaped !== "") {
      escaped += letter;
      if (escaped[1] === "u" && escaped.length < 6) return undefined;
      const meant = meaning(escaped);
      escaped = "";
      return meant;
    }
    if (letter === "\\") {
      escaped = letter;
      return undefined;
    }
    return letter === '"' ? endOfString : letter;
  }
}

const endOfString = Symbol("the end of a string");
const longestName = 40;

function meaning(escaped: string): string {
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    return "";
  }
}
