import { expect, it } from "vitest";
import { readFileLink } from "../../components/tasks/file-place.tsx";

it.each([
  ["notes/guide.md#L12", { root_id: "notes", path: "guide.md", line: 12 }],
  [
    "my%20notes/a%28b%29/%E6%8C%87%E5%8D%97.md",
    { root_id: "my notes", path: "a(b)/指南.md", line: 1 },
  ],
])("the link %j of a report names a place in a file", (href, place) => {
  expect(readFileLink(href)).toEqual(place);
});

it.each([
  "notes",
  "#L3",
  "notes/../../etc/passwd#L1",
  "notes/%2e%2e/x.md",
  "notes/a%2Fb.md",
  "notes/a%5C..%5Cb.md",
  "notes//x.md",
  "notes/x%00.md",
  "notes/%E0%A4%A.md",
  "notes/x.md?y",
  "",
])("%j names none", (href) => {
  expect(readFileLink(href)).toBeUndefined();
});
