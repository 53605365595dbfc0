import { type MessageKey, type Piece, piecesOf, say } from "./say.ts";

/** What may stand in the places of a message, as a pattern; a place without one takes `anyValue`. */
export type ValuePatterns = Readonly<Record<string, string>>;

/** A value that is no sentence of its own and brings no marker of a source. */
const anyValue = String.raw`(?:(?![.!;]\s|[。！；]|\[\d)[^\n])*?`;
const number = String.raw`\d[\d,.]*`;

/** The texts that `say` can make of these messages in any language, as the source of a pattern. */
export function saidPattern(keys: readonly MessageKey[], values: ValuePatterns = {}): string {
  const forms = keys.flatMap((key) =>
    (["en", "zh-CN"] as const).map((lang) => {
      const pieces = piecesOf(lang, key);
      // A message that is not read here has quotes; of those only the ones without places can be told.
      return pieces === undefined ? escaped(say(lang, key)) : patternOf(pieces, values);
    }),
  );
  return `(?:${forms.join("|")})`;
}

function patternOf(pieces: readonly Piece[], values: ValuePatterns): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return escaped(piece);
      if (piece.forms !== undefined) {
        const forms = [...piece.forms.values()].map((form) => patternOf(form, values));
        return `(?:${forms.join("|")})`;
      }
      return piece.number ? number : (values[piece.name] ?? anyValue);
    })
    .join("");
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
