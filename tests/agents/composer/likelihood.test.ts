import { expect, it } from "vitest";
import { ask } from "./ask-pages.ts";

const crane = { title: "The crane", path: "crane.md", text: "The crane lifts a boat at noon." };
const question = "When does the crane lift a boat?";
const likely = (pages: Parameters<typeof ask>[1], asked = question): number => {
  const answer = ask(asked, pages);
  expect(answer.answered).toBe(true);
  return answer.likely ?? 0;
};

it("takes an answer for less likely, the nearer a line of another page comes", () => {
  const far = { title: "The pump", path: "pump.md", text: "The pump of the cellar is blue." };
  const near = {
    title: "The hoist",
    path: "hoist.md",
    text: "The crane beside it lifts a boat at dusk.",
  };
  expect(likely([crane, near])).toBeLessThan(likely([crane, far]));
  // A lesser line of the same page is no rival where another page is at hand.
  const more = { ...crane, text: "The crane beside the pier is red.", line: 30 };
  expect(likely([crane, more, far])).toBeGreaterThan(likely([crane, near, far]));
});

it("takes a row that opens with what is asked about for the one that was meant", () => {
  const row = (key: string) => ({
    title: "Settings",
    path: "settings.md",
    text: `| Key | Default |\n| --- | --- |\n| \`${key}\` | 8 |`,
  });
  const other = { title: "Ports", path: "ports.md", text: "The default is 8 for a crane." };
  const asked = "What is the default of crane.port?";
  expect(likely([row("crane.port"), other], asked)).toBeGreaterThan(0.97);
});

it("takes an answer for no more than even where another line of its page is as near and is not quoted", () => {
  const rows = (other: string) => ({
    title: "Pings",
    path: "pings.md",
    text: `| Option | Meaning | Minutes |\n| --- | --- | --- |\n| PERMIT_PING | How often a crane may send the pings to a boat | 5 |\n| ${other} | 120 |`,
  });
  const asked = "How often, in minutes, may a crane send pings?";
  const far = { title: "The pump", path: "pump.md", text: "The pump of the cellar is blue." };
  const alone = likely([rows("ANCHOR | What the anchor weighs"), far], asked);
  expect(alone).toBeGreaterThan(0.7);
  const both = likely([rows("PING | How often a crane must send the pings to a boat"), far], asked);
  expect(both).toBeLessThan(0.6);
});
