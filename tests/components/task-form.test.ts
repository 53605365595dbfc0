import { expect, it } from "vitest";
import { maskMark } from "#lib/contracts/mask-mark";
import { editDocs } from "#lib/tasks/types/edit-docs";
import { taskFields } from "../../components/tasks/task-fields.ts";
import { withoutMasks } from "../../components/tasks/without-masks.ts";
import { readForm } from "../../components/tools/read-form.ts";

const fields = taskFields("edit_docs", editDocs.input_schema);
const all = [...(fields?.first ?? []), ...(fields?.more ?? [])];
const read = (typed: Record<string, string>) => readForm(all, new Map(Object.entries(typed)));

it("can say that words are deleted: nothing typed instead of them is a text, and so are blanks", () => {
  expect(read({ way: '"replace"', find: "aple" })).toEqual({
    arguments: { way: "replace", find: "aple", replace: "" },
  });
  expect(read({ way: '"replace"', find: "  ", replace: " " })).toEqual({
    arguments: { way: "replace", find: "  ", replace: " " },
  });
});

it("shows at once what is sent although nothing was typed", () => {
  expect(fields?.first.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["way", "find", "replace"]),
  );
});

it("leaves empty what was masked when a task is run again, and names it", () => {
  const input = {
    way: "replace",
    find: `password: ${maskMark}`,
    replace: "none",
    pages: ["a.md", maskMark],
    options: { deep: [{ [maskMark]: 1 }] },
  };
  expect(withoutMasks(input)).toEqual({
    given: { way: "replace", replace: "none" },
    left: ["find", "pages", "options"],
  });
  expect(withoutMasks({ way: "fix" })).toEqual({ given: { way: "fix" }, left: [] });
});
