import { isValidElement, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Gap } from "#lib/contracts/answer";
import { GapFacts, Gaps } from "../../components/answer/gaps.tsx";
import { Verdict } from "../../components/answer/verdict.tsx";
import { storedTurn } from "../../components/ask/turn.ts";
import { sampleAnswer, sampleCitation } from "../store/sample-answer.ts";

vi.mock("next-intl", () => ({ useTranslations: () => (key: string) => key }));

/** The keys of every list in what a component returns, list by list. */
function keysOf(node: ReactNode): (string | null)[][] {
  if (Array.isArray(node)) {
    const elements = node.filter((one) => isValidElement(one));
    const own = elements.map((one) => one.key);
    return [own.every((key) => key === null) ? [] : own, ...node.flatMap(keysOf)];
  }
  if (!isValidElement(node)) return [];
  return keysOf((node.props as { children?: ReactNode }).children); // every element has props
}

const gap: Gap = {
  about: "When is the key rotated?",
  cause: "unsupported",
  rule: null,
  message: "A sentence was withheld.",
  tried: [],
  searched: [],
  nearest: [sampleCitation({ root_id: "notes" }), sampleCitation({ root_id: "archive" })],
  next_steps: [],
};
const answer = sampleAnswer({ status: "no_evidence", gaps: [gap, gap] });
const given = { turn: storedTurn(answer, undefined), number: 1, onTake: () => undefined };

describe("several gaps about one thing", () => {
  it.each([
    ["after an answer", () => Gaps(given)],
    ["without an answer", () => Verdict({ ...given, answer, status: "no_evidence" })],
    ["with passages of one path in two folders", () => GapFacts({ ...given, gap, at: 1 })],
  ])("are told apart by the page: %s", (_where, draw) => {
    const lists = keysOf(draw()).filter((keys) => keys.length > 0);
    expect(lists.map((keys) => keys.length)).toContain(2);
    for (const keys of lists) expect(new Set(keys).size).toBe(keys.length);
  });
});
