import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { watchAnswer } from "../../lib/models/protocols/json-answer.ts";

function told(text: string, cut: (letters: string[]) => string[]): string {
  let said = "";
  const watch = watchAnswer((piece) => {
    said += piece;
  });
  for (const piece of cut([...text])) watch(piece);
  return said;
}

describe("an answer that is read while its object is being written", () => {
  it("is the one that the whole object holds, however it was cut into pieces and written", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.jsonValue(),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (final_answer, given, size, calls_first) => {
          const tool_calls = [{ name: "x", arguments: { final_answer: given, more: [given] } }];
          const object = calls_first ? { tool_calls, final_answer } : { final_answer, tool_calls };
          const text = `\`\`\`json\n${JSON.stringify(object, null, size % 3)}\n\`\`\``;
          const pieces = (letters: string[]) =>
            Array.from({ length: Math.ceil(letters.length / size) }, (_, i) =>
              letters.slice(i * size, (i + 1) * size).join(""),
            );
          expect(told(text, pieces)).toBe(final_answer);
        },
      ),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it.each([
    ["escapes of every kind", '{"final_answer": "a\\u00e4\\n\\"b\\"\\\\ \\/"}', 'aä\n"b"\\ /'],
    ["one of them cut off", '{"final_answer": "a\\u00e', "a"],
    ["no object", "It is 3000.", ""],
    ["an answer deeper down", '{"tool_calls": [{"final_answer": "no"}]}', ""],
    ["a name that is another", '{"final_answers": "no", "answer": "no"}', ""],
  ])("tells nothing else: %s", (_, text, answer) => {
    expect(told(text, (letters) => letters)).toBe(answer);
  });
});
