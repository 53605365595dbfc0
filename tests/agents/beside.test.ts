import { expect, test } from "vitest";
import { composeQuote, type QuoteInput } from "#lib/agents/composer/quote";
import { joinOutcomes } from "#lib/agents/join-outcomes";
import { emptyOutcome } from "#lib/agents/outcome";
import type { Claim, Gap } from "#lib/contracts/answer";
import { asAnswerBlocks, type PlacedBlock } from "#lib/contracts/arrange-blocks";
import { placeOf } from "#lib/contracts/blocks";
import { Citation } from "#lib/contracts/citation";
import type { QueryTerm } from "#lib/contracts/envelope";
import { contentTerms } from "#lib/language/words";
import { hit } from "./task-request.ts";

type Section = { file: string; heading: string; text: string; score?: number };

/** What is shown for a question over sections, each a passage of its own: the answer, and what stands beside it. */
function shown(question: string, sections: readonly Section[], more: Partial<QuoteInput> = {}) {
  const terms = contentTerms(question).map((term): QueryTerm => {
    const held = sections.filter((s) => contentTerms(`${s.heading}\n${s.text}`).includes(term));
    return { term, passages: held.length, weight: 1 };
  });
  const sum = terms.length;
  const composed = composeQuote({
    ...{ question, lang: "en" },
    terms: terms.map((term) => ({ ...term, weight: term.weight / sum })),
    citations: sections.map(({ file, heading, text, score = 1 }, i) => {
      const title = file.replace(".md", "");
      const own = { text, snippet: text, title, breadcrumb: [title, heading], score };
      const end = 10 * i + text.split("\n").length;
      return Citation.parse({ ...hit(file, 10 * i + 1, end, own), id: i + 1 });
    }),
    passages: sections.map(({ text }, i) => ({ citation_id: i + 1, text, kind: "prose" })),
    ...more,
  });
  const beside = composed.beside ?? [];
  const around = (composed.shown ?? []).filter(({ context }) => context).map(({ text }) => text);
  const of = (kind: "section" | "elsewhere") =>
    beside.filter((claim) => claim.beside === kind).map(({ text }) => text);
  return {
    ...{ answered: composed.answered, answer: composed.claims.map(({ text }) => text) },
    ...{
      section: of("section"),
      elsewhere: of("elsewhere"),
      claims: composed.claims,
      beside,
      around,
    },
    closest: (composed.closest ?? []).map(({ text }) => text),
  };
}

const polling: Section = {
  file: "watch.md",
  heading: "Polling",
  text: [
    "Where the harbour crane cannot be watched, it is polled.",
    "",
    "Without a number the rest between two looks is 5007 milliseconds.",
    "",
    "The polling interval of the harbour crane is set with `crane.poll`:",
    "",
    "```json",
    '{ "crane.poll": 1000 }',
    "```",
  ].join("\n"),
};

test("an answer that is sure comes first: what its section says before it stands beside it, near or far", () => {
  const question = "How do I set the polling interval of the harbour crane?";
  const tale = `Once upon a time there was ${"a captain who slept and ".repeat(30)}woke.`;
  const far = polling.text.replace("\n\nThe polling", `\n\n${tale}\n\nThe polling`);
  for (const text of [polling.text, far]) {
    const { answer, around, section } = shown(question, [{ ...polling, text }]);
    expect(answer.join("\n")).toContain("crane.poll");
    expect(answer.join("\n")).not.toContain("5007");
    expect(around).toEqual([]);
    expect(section).toEqual([
      "Where the harbour crane cannot be watched, it is polled.",
      "Without a number the rest between two looks is 5007 milliseconds.",
    ]);
  }
});

test("what a section says over and over is shown once, in the answer or beside it", () => {
  const again = "Where the harbour crane cannot be watched, it is polled.";
  const over = { ...polling, text: `${again}\n\n${polling.text}\n\n${again}` };
  for (const asked of [
    "How do I set the polling interval of the harbour crane?",
    "How many milliseconds is the rest between two looks?",
  ]) {
    const { answer, section } = shown(asked, [over]);
    const told = [...answer, ...section].filter((one) => one === again);
    // Beside an amount that answers for sure nothing else of its section is shown.
    expect(told).toEqual(asked.startsWith("How many") ? [] : [again]);
  }
});

const limit = "The crane lifts at most 12 tonnes of cargo at the north quay.";
const onlyWhile = "The crane lifts cargo only while the quay is dry.";
const lifting: Section = {
  file: "lifting.md",
  heading: "Lifting",
  text: `${limit}\n\nPaint it green.\n\n${onlyWhile}`,
};

test("beside an amount that was asked for and stands there only what restricts it is shown", () => {
  const question = "How many tonnes of cargo does the crane lift at the north quay?";
  const tale = `It was ${"painted and ".repeat(20)}painted.`;
  const text = `${limit}\n\n${tale}\n\n${onlyWhile}\n\nCargo is lifted by the crane at noon.`;
  const { answer, section, elsewhere } = shown(question, [{ ...lifting, text }]);
  expect(answer).toEqual([limit]);
  expect(section).toEqual([onlyWhile]);
  expect(elsewhere).toEqual([]);
});

test("beside a row that was found by its key stands nothing", () => {
  const table = [
    "| Key | Meaning |",
    "| --- | --- |",
    "| `crane.poll` | How long the crane rests, never less than a second. |",
    "| `crane.quay` | Where the crane stands, never in the water. |",
  ].join("\n");
  const keys = { file: "keys.md", heading: "Keys", text: table };
  const { answer, beside } = shown("What does crane.poll mean?", [keys]);
  expect(answer.join("\n")).toContain("crane.poll");
  expect(answer.join("\n")).not.toContain("crane.quay");
  expect(beside).toEqual([]);
});

const painting: Section = {
  file: "painting.md",
  heading: "Colours",
  text: "To paint the old harbour crane, use the green colour of the quay.",
};
const repainting: Section = {
  file: "rust.md",
  heading: "Rust",
  text: "Before you paint the old harbour crane, brush the rust off.",
  score: 0.95,
};

test("another section that came near is shown as being elsewhere, once, and one that did not is not", () => {
  const question = "How do I paint the old harbour crane?";
  const far = { file: "tea.md", heading: "Tea", text: "A crane folds well.", score: 0.1 };
  const both = shown(question, [painting, repainting, { ...repainting, file: "copy.md" }, far]);
  expect([both.answer.join(), both.elsewhere.join()].sort()).toEqual(
    [painting.text, repainting.text].sort(),
  );
  expect(both.section).toEqual([]);
});

test("under a section whose heading asks the question stands nothing of other places", () => {
  const question = "How do I paint the old harbour crane?";
  const asks = { ...painting, heading: "How do I paint the old harbour crane?" };
  const { answered, answer, elsewhere } = shown(question, [asks, repainting]);
  expect([answered, answer.join(), elsewhere]).toEqual([true, painting.text, []]);
});

test("a sentence that points back is shown with the one it points to, or not at all", () => {
  const long = `The crane is heavy${" and so is its chain".repeat(30)}.`;
  const text = `${painting.text}\n\n${long} It must not be painted near the old harbour in the rain.`;
  const { section } = shown("How do I paint the old harbour crane?", [{ ...painting, text }]);
  expect(section).toEqual([]);
});

test("answer and what stands beside it stay within twelve hundred characters, however much there is", () => {
  const more = Array.from(
    { length: 40 },
    (_, i) => `The harbour crane number ${i} stands on the quay and lifts cargo from a ship.`,
  );
  const text = [painting.text, ...more].join("\n\n");
  const question = "Which colour is the old harbour crane painted in?";
  const { claims, beside } = shown(question, [{ ...painting, text }, repainting]);
  const length = (some: readonly { text: string }[]) =>
    some.reduce((sum, one) => sum + one.text.length, 0);
  expect(beside.length).toBeGreaterThan(0);
  expect(length(claims) + length(beside)).toBeLessThanOrEqual(1200);
  const lines = beside
    .filter((one) => one.beside === "section")
    .map(({ spans }) => spans[0]?.line ?? 0);
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
});

test("what is related to the parts of a question stands behind all their answers, and gives way where it is the answer of one", () => {
  const sections = ["One", "Two", "Three"].map((name, i) => ({
    ...Citation.parse({ ...hit("crane.md", 10 * i + 1, 10 * i + 9), id: i + 1 }),
    breadcrumb: [name],
  }));
  const part = (answer: number, related: readonly number[]) => {
    const words = (at: number): Claim => ({
      ...{ id: `c${at}`, kind: "sentence", text: `Sentence ${at}.`, citations: [at] },
      ...{ support: "verbatim", spans: [{ citation: at, line: 10 * at, start: 0, end: 9 }] },
    });
    const block = (kind: "answer" | "related", at: number): PlacedBlock<Claim> => {
      const from = sections[at - 1];
      return { kind, place: from === undefined ? null : placeOf(from), words: [words(at)] };
    };
    const blocks = [block("answer", answer), ...related.map((at) => block("related", at))];
    const shown = asAnswerBlocks(blocks);
    return emptyOutcome("answered", {
      ...shown,
      citations: sections,
      confidence: 1,
      outcome: "sure",
    });
  };
  const whole = joinOutcomes("en", [
    { question: "one?", outcome: part(1, [2, 3]) },
    { question: "two?", outcome: part(2, [3]) },
  ]);
  expect(whole.blocks.map(({ kind, place }) => [kind, place?.breadcrumb[0]])).toEqual([
    ["answer", "One"],
    ["answer", "Two"],
    ["related", "Three"],
  ]);
  expect(whole.claims.map(({ id, text }) => [id, text])).toEqual([
    ["c1", "Sentence 1."],
    ["c2", "Sentence 2."],
  ]);
  expect(whole.parts?.map(({ claims }) => claims)).toEqual([["c1"], ["c2"]]);
  expect(whole.citations.map(({ id, breadcrumb }) => [id, breadcrumb[0]])).toEqual([
    [1, "One"],
    [2, "Two"],
    [3, "Three"],
  ]);
});

test("where nothing answers, the best of other sections stand beside what would have been quoted, and no stranger", () => {
  const zeppelin = "Does Zeppelin move the harbour crane at night?";
  const sections = [
    { file: "a.md", heading: "Hours", text: "The harbour crane rests at night." },
    { file: "b.md", heading: "Moving", text: "To move the harbour crane, release its brake." },
    { file: "c.md", heading: "Coffee", text: "The machine stands in the kitchen.", score: 0.1 },
  ];
  const { answered, closest } = shown(zeppelin, sections);
  expect(answered).toBe(false);
  expect(new Set(closest)).toEqual(new Set(sections.slice(0, 2).map(({ text }) => text)));
});

test("a place stands under one gap alone, and under none where the answer shows it", () => {
  const [shown, near] = ["One", "Two"].map((name, i) => ({
    ...Citation.parse({ ...hit("crane.md", 10 * i + 1, 10 * i + 9), id: i + 1 }),
    breadcrumb: [name],
  })) as [Citation, Citation];
  const words = (citation: Citation): Claim => ({
    ...{ id: "c1", kind: "sentence", text: "A sentence.", citations: [citation.id] },
    ...{ support: "verbatim", spans: [{ citation: citation.id, line: 1, start: 0, end: 9 }] },
  });
  const block = (kind: "answer" | "nearest", citation: Citation) => ({
    ...{ kind, place: placeOf(citation), words: [words(citation)] },
  });
  const without = (...nearest: Citation[]) => {
    const gap: Gap = {
      ...{ about: "", cause: "no_hit", rule: null, message: "Nothing.", tried: [], searched: [] },
      ...{ nearest, next_steps: [] },
    };
    const { blocks } = asAnswerBlocks(nearest.map((one) => block("nearest", one)));
    return emptyOutcome("no_evidence", { gaps: [gap], blocks, citations: nearest });
  };
  const answered = asAnswerBlocks([block("answer", shown)]);
  const whole = joinOutcomes("en", [
    { question: "one?", outcome: emptyOutcome("answered", { ...answered, citations: [shown] }) },
    { question: "two?", outcome: without(shown, near) },
    { question: "three?", outcome: without(near) },
  ]);
  expect(whole.blocks.map(({ kind, place }) => [kind, place?.breadcrumb[0]])).toEqual([
    ["answer", "One"],
    ["nearest", "Two"],
  ]);
});

test("of another place, nothing stands beside an answer that speaks of what is not shown", () => {
  const question = "How do I set the polling interval of the harbour crane?";
  const far = `Once upon a time there was ${"a captain who slept and ".repeat(30)}woke.`;
  const note = "The above interval of polling the harbour crane is set for each crane.";
  const other = (text: string): Section => ({ file: "old.md", heading: "Old", text, score: 0.9 });
  const beside = (text: string) => shown(question, [polling, other(text)]).elsewhere;
  expect(beside(note)).toEqual([note]);
  expect(beside(`${far}\n\n${note}`)).toEqual([]);
});

test("a line that the search ranked behind the evidence may stand beside an answer or under a refusal, and never is the answer", () => {
  const held = (text: string) => {
    const own = { text, snippet: text, title: "Quay", breadcrumb: ["Quay", "Crane"], score: 0.9 };
    const citation = Citation.parse({ ...hit("quay.md", 1, 1, own), id: 3 });
    return { citations: [citation], passages: [{ citation_id: 3, text, kind: "prose" }] };
  };
  const sections = [
    { file: "gate.md", heading: "Gate", text: "The gate of the harbour opens at dawn." },
    { file: "mole.md", heading: "Mole", text: "The mole of the harbour was built of granite." },
  ];
  const behind = {
    further: held("The crane of the harbour opens its grab and lifts forty tonnes."),
  };
  const tells = /lifts forty tonnes/;
  const answered = shown("When does the gate of the harbour open?", sections, behind);
  expect(answered.answer.join()).toMatch(/opens at dawn/);
  expect(answered.elsewhere.join()).toMatch(tells);
  const refused = shown("How many tonnes does the harbour's crane lift?", sections, behind);
  expect(refused.answered).toBe(false);
  expect(refused.closest.join()).toMatch(tells);
});

test("what a page of release notes says of one version stands beside no answer that asks for none", () => {
  const text = "The polling interval of the harbour crane is a preview.";
  const beside = (question: string, file: string) =>
    shown(question, [polling, { file, heading: "1.2", text, score: 0.9 }]).elsewhere;
  const question = "How do I set the polling interval of the harbour crane?";
  expect(beside(question, "crane.md")).toEqual([text]);
  for (const file of ["CHANGELOG.md", "docs/release-notes.md", "blog/crane.md", "更新日志.md"])
    expect(beside(question, file)).toEqual([]);
  expect(beside(`Since 1.2, ${question}`, "CHANGELOG.md")).toEqual([text]);
});

test("what is taken of one section stands in the order of the file, in whatever order it was chosen", () => {
  const lines = [
    "When the harbour crane is out of oil, its lamp is red and nothing is lifted.",
    "For ten minutes the harbour crane keeps its load where the power is cut.",
    "After ten minutes the load is let down.",
  ];
  const question =
    "The harbour crane is out of oil. How many minutes does it keep its load where the power is cut?";
  const { answer } = shown(question, [
    { file: "crane.md", heading: "What happens without oil or power?", text: lines.join(" ") },
  ]);
  expect(answer.length).toBeGreaterThan(1);
  expect(answer).toEqual(lines.filter((line) => answer.includes(line)));
});

test("a bare yes answers the heading that it stands under, and no other question", () => {
  const text = "Yes. The harbour crane notices a ship and lifts its load at once.";
  const crane = { file: "crane.md", heading: "Does the crane notice a ship?", text };
  const said = (question: string): string[] => {
    const { answer, closest, around, elsewhere } = shown(question, [crane]);
    return [...answer, ...closest, ...around, ...elsewhere];
  };
  expect(said("Does the crane notice a ship?")[0]).toBe("Yes.");
  const other = said("Does the harbour crane lift a load over the wall?");
  expect(other.join()).toMatch(/notices a ship/);
  expect(other).not.toContain("Yes.");
});

test("a row is as long as what is read of it, however its columns are lined up, and comes with those that come as near", () => {
  const pad = (cell: string) => cell.padEnd(120);
  const row = (...cells: string[]) => `| ${cells.map(pad).join(" | ")} |`;
  const table: Section = {
    file: "settings.md",
    heading: "Keys of the crane",
    text: [
      row("Key", "What it sets"),
      row("---", "---"),
      row("`crane.rest`", "The interval of the harbour crane at night."),
      row("`crane.stop`", "The interval of the harbour crane at noon."),
      row("`lamp.oil`", "The oil of the lamp."),
    ].join("\n"),
  };
  const { elsewhere } = shown("How is the polling interval of the harbour crane set?", [
    polling,
    table,
  ]);
  const quoted = elsewhere.join("\n");
  expect(quoted).toContain("`crane.rest`");
  expect(quoted).toContain("`crane.stop`");
  expect(quoted).not.toContain("`lamp.oil`");
});

test("a place that cannot be shown hides nothing else of its section, and a long answer leaves room for others", () => {
  const long = `\`\`\`yaml\n${"crane: harbour polling interval\n".repeat(40)}\`\`\``;
  const set: Section = {
    file: "crane.md",
    heading: "Setting",
    text: `The polling interval of the harbour crane is set like this:\n\n${long}`,
  };
  const rest: Section = {
    file: "rest.md",
    heading: "Rest",
    text: `The polling interval of the harbour crane, with everything that can be set:\n\n${long}\n\nThe harbour crane has a polling interval of 5007 milliseconds.`,
  };
  const { elsewhere } = shown("How do I set the polling interval of the harbour crane?", [
    set,
    rest,
  ]);
  expect(elsewhere.join("\n")).toContain("5007 milliseconds");
});

test("where nothing but the message was found, the answer goes on with what went wrong", () => {
  const message = "HarbourClosed: the gate of the harbour has been shut";
  const { answer } = shown(`I get "${message}". What did I do wrong?`, [
    {
      file: "closed.md",
      heading: "HarbourClosed",
      text: `**Example error messages:**\n\n${message}`,
    },
    {
      file: "closed.md",
      heading: "What went wrong?",
      text: "A ship came to the harbour after sunset.",
    },
  ]);
  expect(answer.join("\n")).toContain("after sunset");
});

test("whether something is so is not answered without the note of another section that denies it", () => {
  const sections: Section[] = [
    {
      file: "gate.md",
      heading: "The harbour gate",
      text: "The harbour gate will catch every error of a ship, and every error of a ship is thrown back.",
      score: 2,
    },
    {
      file: "gate.md",
      heading: "Hours",
      text: "> [!NOTE]\n> What a drunken crew did in an error of a ship is _not_ seen by the harbour.",
    },
  ];
  const question = "Will the harbour gate catch an error of a ship thrown by a drunken crew?";
  const { answer, elsewhere } = shown(question, sections);
  expect(answer.join("\n")).toContain("_not_ seen");
  expect(elsewhere.join("\n")).not.toContain("_not_ seen");
});

test("what only a folder that was not found is named after is not answered from another", () => {
  const harbour: Section = {
    file: "pages.md",
    heading: "Language",
    text: "To change the language of the page, choose **English**.",
  };
  const text = "A page has rooms.";
  const named = { text, snippet: text, title: "Rooms", breadcrumb: ["Rooms"], score: 0.1 };
  const citation = Citation.parse({
    ...hit("rooms.md", 1, 1, named),
    ...{ id: 9, root_id: "zeppelin", display_path: "Zeppelin/rooms.md" },
  });
  const further = {
    citations: [citation],
    passages: [{ citation_id: 9, text, kind: "prose" as const }],
  };
  const asked = (question: string) => {
    const words = contentTerms(question);
    const weight = (term: string) => (term === "zeppelin" ? 0.05 : 0.95 / words.length);
    const terms = words.map((term) => ({ term, passages: 1, weight: weight(term) }));
    return shown(question, [harbour], { further, terms }).answered;
  };
  expect(asked("How do I change the language of the page?")).toBe(true);
  expect(asked("How do I change the language of the page for Zeppelin?")).toBe(false);
});
