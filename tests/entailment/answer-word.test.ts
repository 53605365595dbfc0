import { expect, test } from "vitest";
import { judgeSentence } from "#lib/entailment/judge-sentence";
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

test("a yes before a denial answers a person who asks whether something is lost", () => {
  const lines = "A sealed letter cannot be opened again.";
  const judge = (question: string) =>
    judgeSentence(
      "Yes, a sealed letter cannot be opened again.",
      [],
      [{ citation: 1, units: quotableUnits(lines, 1), above: "" }],
      question,
    ).kind;
  expect(judge("I sealed the wrong letter, is it gone?")).toBe("near");
  expect(judge("Can a sealed letter not be opened?")).toBe("near");
  expect(judge("Can I open a sealed letter?")).toBe("refuse");
});

test("a condition that the person says is met needs not be said again, and no other", () => {
  const list =
    "If you forget your passphrase:\n\n- Sealed letters stay closed.\n- Open letters can be copied.";
  const judge = (question: string) =>
    judgeSentence(
      "Sealed letters stay closed.",
      [],
      [{ citation: 1, units: quotableUnits(list, 1), above: "" }],
      question,
    ).kind;
  expect(judge("I have to forget my passphrase, what of the sealed letters?")).toBe("near");
  expect(judge("What happens to sealed letters?")).toBe("doubt");
  expect(judge("I do not forget my passphrase, are sealed letters closed?")).toBe("doubt");
});

test("a name of the question, as code has it, is a doubt where the lines lack it, and never plain", () => {
  const lines = "A rule gives a tag to every new letter. Rules stand in the menu.";
  const judge = (sentence: string, question: string) =>
    judgeSentence(
      sentence,
      [],
      [{ citation: 1, units: quotableUnits(lines, 1), above: "" }],
      question,
    ).kind;
  const given = "Write a rule with the tag `press-news`; rules stand in the menu.";
  expect(judge(given, "Can every new letter get the tag `press-news`?")).toBe("doubt");
  expect(judge(given, "Can every new letter get a tag?")).toBe("refuse");
  expect(judge(given, "Can every new letter get the tag `other-news`?")).toBe("refuse");
});
