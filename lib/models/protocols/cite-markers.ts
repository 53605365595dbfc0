import type { Citation } from "ai";
import type { NumberedDocument } from "../conversation.ts";

/**
 * What a provider tells apart from the text, written into it: behind each part of a reply that names documents, their
 * numbers, as a model writes them that is told to. From there on it is a marker like any other, which the gate judges.
 */
export function markCitations(
  documents: readonly NumberedDocument[],
  say: (piece: string) => void,
): { text(piece: string): void; part(citations: readonly Citation[]): void; end(): void } {
  const numbers = new Map(documents.map(({ name, number }) => [name, number]));
  let line = "";
  let inFence = false;
  /** White space that came last: a marker stands before it. */
  let space = "";
  /** What they rest on, with the words of it that the provider names. */
  let waiting = new Map<number, Set<string>>();

  function tell(piece: string): void {
    say(piece);
    const lines = (line + piece).split("\n");
    line = lines.pop() ?? "";
    for (const whole of lines) if (fence.test(whole)) inFence = !inFence;
  }

  /** Within code a marker would be code; it waits for the line behind it. */
  function mark(): void {
    const closing = fence.test(line);
    if (waiting.size === 0 || inFence !== closing) return;
    const markers = [...waiting]
      .map(([number, words]) =>
        words.size === 0
          ? `[${number}]`
          : `[${[...words].map((one) => `${number} "${one}"`).join(", ")}]`,
      )
      .join("");
    waiting = new Map();
    tell(`${closing ? "\n" : " "}${markers}`);
  }

  return {
    text(piece) {
      const whole = space + piece;
      const words = whole.trimEnd();
      space = whole.slice(words.length);
      if (words === "") return;
      mark();
      tell(words);
    },
    part(citations) {
      for (const { source } of citations) {
        const name = source.sourceType === "document" ? source.filename : undefined;
        const number = numbers.get(name ?? "");
        if (number === undefined) continue;
        const words = quotedIn(source.providerMetadata);
        const known = waiting.get(number) ?? new Set();
        waiting.set(number, words === "" ? known : known.add(words));
      }
      mark();
    },
    end() {
      mark();
      if (space !== "") say(space);
      space = "";
    },
  };
}

/** The words that a provider says a part of its reply rests on: the longest line of them, as a marker can hold it. */
function quotedIn(metadata: Citation["source"]["providerMetadata"]): string {
  const words = Object.values(metadata ?? {}).flatMap(({ citedText }) =>
    typeof citedText === "string" ? citedText.split("\n") : [],
  );
  const [longest = ""] = words.map((line) => line.trim()).sort((a, b) => b.length - a.length);
  // A quotation mark before a bracket or a comma would end the words too soon.
  const end = longest.search(/["“”]\s{0,2}[\],;]/);
  return longest.slice(0, end === -1 ? longestQuote : Math.min(end, longestQuote));
}
const longestQuote = 240;

const fence = /^\s*(?:`{3,}|~{3,})/;
