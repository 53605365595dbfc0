/**
 * What was made of texts lately, by the text. Bounded by their characters: when there are as many new ones, what was not
 * asked for meanwhile goes.
 */
export type RecentTexts<Made> = {
  /** What was made of it before, or what `make` makes of it now. */
  of(text: string, make: (text: string) => Made): Made;
};

export function recentTexts<Made>(most_chars: number): RecentTexts<Made> {
  let recent = new Map<string, { made: Made }>();
  let before = new Map<string, { made: Made }>();
  let chars = 0;
  return {
    of(text, make) {
      const known = recent.get(text);
      if (known !== undefined) return known.made;
      const entry = before.get(text) ?? { made: make(text) };
      if (text.length > most_chars) return entry.made;
      if (chars + text.length > most_chars) {
        before = recent;
        recent = new Map();
        chars = 0;
      }
      recent.set(text, entry);
      chars += text.length;
      return entry.made;
    },
  };
}
