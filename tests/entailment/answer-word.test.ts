import { expect, test } from "vitest";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

const page =
  "The printer cannot be used without a cable. The driver is signed. Only administrators may remove it.\n\n打印机不能脱机使用。声音可以关闭。";
const support = (sentence: string) =>
  findSupport(sentence, [{ citation: 1, units: quotableUnits(page, 1), above: "" }]).support;

test.each([
  "No, the printer cannot be used without a cable.",
  "Yes, the driver is signed.",
  "No, only administrators may remove it.",
  "不可以，打印机不能脱机使用。",
  "可以：声音可以关闭。",
])("a yes or no before the sentence that says how is no statement of its own: %s", (sentence) => {
  expect(support(sentence)).toBe("supported");
});

test.each([
  "No, the driver is signed.",
  "Yes, the driver is not signed.",
  "不会，声音可以关闭。",
  "可以，打印机不能脱机使用。",
  "No, the printer can be used without a cable.",
  "No. 5 driver is signed.",
])("a yes or no that says otherwise than its sentence is withheld with it: %s", (sentence) => {
  expect(support(sentence)).toBe("none");
});

test("another name behind a yes or no is another name", () => {
  const judge = (text: string, lines: string) =>
    findSupport(text, [{ citation: 1, units: quotableUnits(lines, 1), above: "" }]).support;
  const counts = "Yes, Docent can count and list your files.";
  const changes = "No, Docent never changes your documents: your original files stay as they are.";
  expect(judge(counts, counts)).toBe("supported");
  expect(judge(counts.replace("Docent", "Novak"), counts)).toBe("none");
  expect(judge(changes.replace("Docent", "Novak"), changes)).toBe("none");
  const removing = "Yes: Removing a folder keeps its files.";
  expect(judge(removing, "Deleting a folder keeps its files.")).not.toBe("none");
});
