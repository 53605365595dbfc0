import { expect, it } from "vitest";
import { type GapContext, nothingFoundGap } from "#lib/agents/gaps";
import { Citation } from "#lib/contracts/citation";
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
      ...{ terms: [], missing: ["Zeppelin"], searched: [] },
      close,
      nearest: [Citation.parse({ ...hit("crane.md", 1, 1), id: 1 })],
    }).message;
  expect(said(true)).toBe(
    "No passage answers this question for sure. Nothing in your documents is named “Zeppelin”.",
  );
  expect(said(false)).toBe("Your documents do not say. Nothing in them is named “Zeppelin”.");
});
