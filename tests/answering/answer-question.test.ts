import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuestion } from "#lib/language/analyse-question";
import { wordTable } from "#lib/meaning/word-table";
import { answerQuestion } from "../../lib/answering/answer-question.ts";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readCandidates, readSources } from "../../lib/answering/candidates.ts";
import { features } from "../../lib/answering/features.ts";
import { passageOf, termsOf } from "./sample.ts";

const ask = (question: string, pages: readonly string[], absent: readonly string[] = []) => {
  const read = pages.map((text, i) => passageOf(text, { id: i + 1, breadcrumb: [`Section ${i}`] }));
  return answerQuestion({
    analysis: analyseQuestion(question),
    citations: read.map(({ citation }) => citation),
    passages: read.map(({ passage }) => passage),
    terms: termsOf(question, absent),
  });
};
const textOf = (answer: ReturnType<typeof ask>) =>
  answer.blocks
    .flatMap((block) => (block.kind === "answer" ? block.claims : []))
    .map(({ text }) => text);

describe("an answer", () => {
  it("leads with the sentence that holds what is asked", () => {
    const answer = ask("What is the default port of the dev server?", [
      "The dev server reloads a page.\n\nThe default port of the dev server is 5173.\n\nPages are kept.",
      "Colours can be set.",
    ]);
    expect(textOf(answer)[0]).toBe("The default port of the dev server is 5173.");
  });

  it("brings the steps of a way whole, with what announces them", () => {
    const answer = ask("How do I rotate the signing key?", [
      "To rotate the signing key:\n\n1. Stop the server.\n2. Run `keys rotate`.\n3. Start the server.\n\nKeys are files.",
    ]);
    const steps = answer.blocks.flatMap((block) => (block.kind === "answer" ? block.claims : []));
    expect(steps.filter(({ kind }) => kind === "step")).toHaveLength(3);
  });

  it("is that of the folder which the question names; where that is not sure, its best place stands first", () => {
    const folders = [
      { id: "kong", label: "kong" },
      { id: "tyk", label: "tyk" },
    ];
    const told = (question: string, kong?: string) => {
      const read = [
        ...(kong === undefined ? [] : [passageOf(kong, { id: 1, root_id: "kong" })]),
        passageOf("The default port of the gateway is 8080.", { id: 2, root_id: "tyk" }),
      ];
      return answerQuestion({
        analysis: analyseQuestion(question, { folders }),
        citations: read.map(({ citation }) => citation),
        passages: read.map(({ passage }) => passage),
        terms: termsOf(question),
      });
    };
    const port = "What is the default port of the gateway in kong?";
    const own = told(port, "The default port of the gateway is 8000.");
    expect(own).toMatchObject({ outcome: "sure" });
    expect(textOf(own).join()).not.toContain("8080");
    const unsure = told(port, "Plugins are written in Lua.");
    expect(unsure.outcome).toBe("may_be");
    expect(textOf(unsure)[0]).toContain("Lua");
    expect(told(port).outcome).toBe("may_be");
    expect(textOf(unsure).join()).toContain("8080");
    expect(
      told("What is the default port of the gateway?", "Plugins are written in Lua."),
    ).toMatchObject({
      outcome: "sure",
    });
  });

  it("is not found where nothing was found", () => {
    expect(ask("How do I rotate keys?", [])).toMatchObject({
      outcome: "not_found",
      confidence: 0,
      blocks: [],
    });
  });

  it("is not found where a question has no word", () => {
    expect(ask("???", ["The port is 3000."])).toMatchObject({ outcome: "not_found" });
  });

  it("is less sure where a name of the question stands nowhere, and says so", () => {
    const page = "Kong is started by `kong start`, which reads its configuration.";
    const known = ask("How do I start Kong?", [page]);
    const absent = ask(
      "How do I start Kong?",
      ["It is started by `start`, which reads its configuration."],
      ["Kong"],
    );
    expect(absent.confidence).toBeLessThan(known.confidence);
    expect(absent.missing).toEqual(["Kong"]);
  });

  it("puts up to three places side by side where nothing tells which of them answers, and nothing beside them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
        (pages) => {
          const answer = ask("How long does a session last?", pages);
          const kinds = answer.blocks.map(({ kind }) => kind);
          const answers = kinds.filter((kind) => kind === "answer").length;
          if (answer.outcome === "not_found") expect(answers).toBe(0);
          if (answer.outcome === "sure") expect(answers).toBe(1);
          if (answer.outcome === "may_be") {
            expect(answers).toBeLessThanOrEqual(3);
            expect(kinds).not.toContain("related");
          }
          expect(answer.confidence).toBeGreaterThanOrEqual(0);
          expect(answer.confidence).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("has every id once, and only words of its passages", () => {
    const page =
      "| Key | Default |\n| --- | --- |\n| `port` | 3000 |\n| `host` | ::1 |\n\nThe port is a number.";
    const answer = ask("What is the default of port?", [page]);
    const words = answer.blocks.flatMap((block) =>
      block.kind === "answer" ? block.claims : block.lines,
    );
    expect(new Set(words.map(({ id }) => id)).size).toBe(words.length);
    for (const { text } of words) for (const line of text.split("\n")) expect(page).toContain(line);
  });
});

describe("every feature", () => {
  const piece = fc.constantFrom(
    "The port is 3000.",
    "- **port**: the port",
    "1. Run `npm start`.",
    "| a | b |\n| - | - |\n| port | 1 |",
    "```sh\nnpm start\n```",
    "## Ports",
    "See [there](x.md).",
    "端口默认是 3000。",
    "它不能修改。",
    "> a note",
    "",
  );
  it.each(features.map((feature) => [feature.name, feature] as const))(
    "%s is between 0 and 1",
    (_, feature) => {
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 8 }), fc.string(), (pieces, title) => {
          for (const question of ["What is the default port?", "怎么修改端口？", "?", title]) {
            const analysis = analyseQuestion(question);
            const { citation, passage } = passageOf(pieces.join("\n\n"), {
              title,
              breadcrumb: ["Ports"],
            });
            const asked = readAsked(analysis, termsOf(question));
            const sources = readSources([citation], [passage], analysis.lang);
            const field = readCandidates(sources, asked, wordTable().table);
            for (const candidate of field.candidates) {
              const value = feature.value(candidate, asked, field);
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1.000001);
            }
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});
