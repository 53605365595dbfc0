import pg from "pg";

/*
 * PostgreSQL keeps no text with the sign of number 0 in it, and reads no JSON that names that sign or half of a pair of
 * surrogates; the store is given both, and gives back what it was given. So these travel under a mark, which is no sign of
 * any writing:
 *
 *     U+0000 -> U+FFFF 0        \u0000 (in JSON) -> U+FFFF u0000        U+FFFF -> U+FFFF 1
 */
const mark = "\uffff";
const marked = /\0|\uffff|(?<!\\)((?:\\\\)*)\\u(?=0000|d[89a-f])/g;

export function toWire(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(marked, (found, slashes: string | undefined) => {
    if (found === "\0") return `${mark}0`;
    return found === mark ? `${mark}1` : `${slashes ?? ""}${mark}u`;
  });
}

const meant: Record<string, string> = { "0": "\0", "1": mark, u: "\\u" };

function fromWire(text: string): string {
  if (!text.includes(mark)) return text;
  return text.replace(/\uffff([01u])/g, (_, sign: string) => meant[sign] ?? "");
}

/** How values are read: numbers as numbers, for none here is larger than they can be. */
export const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary" && textual.has(oid)) return fromWire;
    if (format !== "binary" && numeric.has(oid)) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};
const { builtins } = pg.types;
const textual = new Set<number>([builtins.TEXT, builtins.VARCHAR]);
const numeric = new Set<number>([builtins.INT8, builtins.NUMERIC]);
