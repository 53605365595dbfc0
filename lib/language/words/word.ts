import porter2 from "wink-porter2-stemmer";
import { wordLimits } from "../limits.ts";
import { isDigits, isSmallLetters } from "./characters.ts";
import { isEnglishStop } from "./stops.ts";

/** One word without joints, as it is written, and what the analyser makes of it. */
export type Word = {
  /** Lower case and, for English letters, the Porter 2 stem. */
  term: string;
  /** Lower case only. */
  whole: string;
  number: boolean;
  /** Has capitals inside, so it may be an identifier of several words. */
  camel: boolean;
  /** Spelled like a function word. */
  function_word: boolean;
  /** Is one: capitals throughout are a name (US, IT, WHO), not the word they are spelled like. */
  stop: boolean;
};

const known = new Map<string, Word>();

/** Words with combining marks are no identifiers. */
const camel = /^(?!.*\p{M}).*(?:\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\d+\p{Lu}\p{Ll})/su;
/** "PDFs", "IDs": several of them, and found as one of them is. */
function isSeveral(raw: string): boolean {
  const one = raw.slice(0, -1);
  return (
    raw.endsWith("s") &&
    one.length > 1 &&
    one === one.toUpperCase() &&
    [...one].every((char) => char !== char.toLowerCase())
  );
}

/**
 * Remembered, because documents repeat their words; the memory is emptied when it is full, so a hostile vocabulary
 * costs time and not space.
 */
export function readWord(raw: string): Word {
  const before = known.get(raw);
  if (before !== undefined) return before;
  const whole = owned(raw.toLowerCase());
  const function_word = isEnglishStop(whole);
  const several = isSeveral(raw);
  const one = several ? owned(whole.slice(0, -1)) : whole;
  // Of most words it is seen at once that no capital stands inside.
  const small = isSmallLetters(whole) && raw.endsWith(whole.slice(1));
  const word: Word = {
    term:
      one.length >= wordLimits.shortest_stemmed &&
      one.length <= wordLimits.longest_stemmed &&
      isSmallLetters(one)
        ? owned(porter2(one))
        : one,
    whole,
    number: isDigits(whole),
    camel: raw.length > 2 && !small && camel.test(raw) && !several,
    function_word,
    stop: function_word && !(raw.length > 1 && raw === raw.toUpperCase()),
  };
  if (known.size >= wordLimits.known) known.clear();
  known.set(owned(raw), word);
  return word;
}

/** A copy that does not keep the text alive it was cut from (engines keep a long piece as a window on the whole). */
export function owned(piece: string): string {
  return piece.length < wordLimits.copied ? piece : copyOf(piece);
}

/** One byte for each letter where that does: what such texts are joined to is half as long. */
export function copyOf(piece: string): string {
  const copy = Buffer.from(piece, "latin1").toString("latin1");
  return copy === piece ? copy : Buffer.from(piece, "utf16le").toString("utf16le");
}
