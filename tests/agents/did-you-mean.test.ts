import { expect, it } from "vitest";
import { meantTogether } from "#lib/agents/gaps";
import { asQuestion } from "#lib/contracts/question";

const passages = (text: string) => [{ citation_id: 1, text, kind: "prose" as const }];

it("a corrected word is offered where a passage holds it with the question's other words", () => {
  const meant = "Where is the drawer key?";
  const offered = (text: string) =>
    meantTogether(asQuestion("Where is the drawr key?"), meant, passages(text));
  expect(offered("The key of the drawer hangs in the hall.")).toBe(meant);
  expect(offered("The drawer is made of oak.")).toBeUndefined();
  expect(offered("The key hangs in the hall.")).toBeUndefined();
  expect(
    meantTogether(asQuestion("Where is the key?"), undefined, passages("The key.")),
  ).toBeUndefined();
});
