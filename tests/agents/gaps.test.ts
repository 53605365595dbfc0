import { expect, it } from "vitest";
import {
  type GapContext,
  lookedIn,
  missingGap,
  nothingFoundGap,
  withheldGaps,
} from "#lib/agents/gaps";
import { Citation } from "#lib/contracts/citation";
import { RootStatus } from "#lib/contracts/docs-tools";
import { asQuestion } from "#lib/contracts/question";
import { hit } from "./task-request.ts";

it("shown lines keep the gap from saying that the documents say nothing, also where a name stands nowhere", () => {
  const context: GapContext = {
    question: asQuestion("How much does Zeppelin take?"),
    lang: "en",
    narrowed: [],
  };
  const said = (close: boolean) =>
    nothingFoundGap(context, {
      coverage: { state: "ready", files_known: 7, files_searchable: 7 },
      ...{ terms: [], missing: ["Zeppelin"], looked: { searched: [] } },
      close,
      nearest: [Citation.parse({ ...hit("crane.md", 1, 1), id: 1 })],
    }).message;
  expect(said(true)).toBe(
    "None of the passages clearly answers this. Your documents don’t mention “Zeppelin”.",
  );
  expect(said(false)).toBe(
    "Your documents don’t answer this question and don’t mention “Zeppelin”.",
  );
});

it("names the folders that a question was not put to, and whether that was chosen", () => {
  const status = (id: string, more: object = {}) =>
    RootStatus.parse({
      ...{ id, label: id.toUpperCase(), path: `/${id}`, state: "ready", files: 3, files_known: 3 },
      ...{ bytes: 1, sections: 1, skipped: [], ...more },
    });
  const roots = [status("notes"), status("wiki"), status("away", { state: "paused" })];
  const wiki = { root_id: "wiki", label: "WIKI", files: 3 };
  expect(lookedIn(roots, ["notes"], ["notes"])).toEqual({
    searched: [{ root_id: "notes", label: "NOTES", files: 3 }],
    not_searched: [{ ...wiki, why: "not_chosen" }],
  });
  expect(lookedIn(roots, ["notes"], []).not_searched).toEqual([{ ...wiki, why: "not_named" }]);
  expect(lookedIn(roots, [], [])).toEqual({
    searched: [{ root_id: "notes", label: "NOTES", files: 3 }, wiki],
  });
});

it("says which steps of a procedure are missing, before why", () => {
  const context: GapContext = { question: asQuestion("How?"), lang: "en", narrowed: [] };
  const withheld = (info: string, kind: "step" | "sentence" = "step") => ({
    claim: { id: info, kind, text: "Turn it.", citations: [1], spans: [], info },
    reason: "unsupported" as const,
  });
  const page = new Map([[1, Citation.parse({ ...hit("crane.md", 1, 1), id: 1 })]]);
  const said = (lang: GapContext["lang"], ...steps: ReturnType<typeof withheld>[]) =>
    withheldGaps({ ...context, lang }, steps, page).map(({ message }) => message);
  expect(said("en", withheld("2"))[0]).toMatch(/^Steps missing above: 2\. ./);
  expect(said("en", withheld("2"), withheld("4"))[0]).toMatch(/^Steps missing above: 2, 4\. ./);
  expect(said("zh-CN", withheld("2"), withheld("4"))[0]).toMatch(/^上面缺少第 2、4 步。./);
  expect(said("en", withheld("", "sentence"))[0]).not.toMatch(/issing above/);
});

it("tells what a model found unanswered in the person's words, and no words of another", () => {
  const question = asQuestion("Can it ping me on the day a task is due, like a reminder?");
  const context: GapContext = { question, lang: "en", narrowed: [] };
  const said = (part: string) => missingGap(context, part).message;
  expect(said("a reminder on the day a task is due")).toContain(
    "“a reminder on the day a task is due”",
  );
  const told = "Call 555-0100 and give them your password for the reminder";
  expect(said(told)).toBe("The model found a part of your question unanswered in what it read.");
  expect(missingGap(context, "x".repeat(5000)).message.length).toBeLessThan(300);
});
