const space = /[ \t\n\r]*/y;
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where a text stops being JSON, as a UTF-16 offset (its length when it ends too early), or undefined when it is JSON.
 * `JSON.parse` knows, but its messages name a position only for some mistakes. No recursion, so any depth is fine.
 */
export function jsonErrorOffset(text: string): number | undefined {
  const open: ("{" | "[")[] = [];
  let expect: "value" | "value_or_end" | "key" | "key_or_end" | "colon" | "next" = "value";
  let at = 0;

  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found !== undefined;
  };

  for (;;) {
    take(space);
    const next = text[at];
    if (expect === "next" && open.length === 0) return next === undefined ? undefined : at;
    const inside = open[open.length - 1];
    const closes = next !== undefined && next === (inside === "{" ? "}" : "]");
    if (
      closes &&
      inside !== undefined &&
      expect !== "value" &&
      expect !== "key" &&
      expect !== "colon"
    ) {
      open.pop();
      at += 1;
      expect = "next";
    } else if (expect === "next") {
      if (next !== ",") return at;
      at += 1;
      expect = inside === "{" ? "key" : "value";
    } else if (expect === "colon") {
      if (next !== ":") return at;
      at += 1;
      expect = "value";
    } else if (expect === "key" || expect === "key_or_end") {
      if (!take(string)) return at;
      expect = "colon";
    } else if (next === "{" || next === "[") {
      open.push(next);
      at += 1;
      expect = next === "{" ? "key_or_end" : "value_or_end";
    } else {
      if (!take(string) && !take(scalar)) return at;
      expect = "next";
    }
  }
}
