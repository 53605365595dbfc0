import { expect, it } from "vitest";
import { refuseName } from "#lib/tasks/artifact-name";

const key = (name: string) =>
  (refuseName(name)?.details?.said as { key: string } | undefined)?.key.replace(
    "artifact.name_",
    "",
  );

it.each(["report.md", "Bericht über 2026.md", "图表.png", "a.b.c", "-x", "a".repeat(255)])(
  "takes the plain name %s",
  (name) => expect(refuseName(name)).toBeUndefined(),
);

it.each([
  ["", "empty"],
  [".", "folder"],
  ["..", "folder"],
  ["../x", "folder"],
  ["a/b", "folder"],
  ["a\\b", "folder"],
  ["/etc/passwd", "folder"],
  ["a\u0000.md", "sign"],
  ["a\nb", "sign"],
  ["\u202egnp.exe", "sign"],
  ["a\u2028b", "sign"],
  ["\ud800.md", "sign"],
  ["C:x", "sign"],
  ["a?.md", "sign"],
  ["CON", "device"],
  ["con.txt", "device"],
  ["NUL .md", "device"],
  ["COM1", "device"],
  ["lpt¹.txt", "device"],
  [".part-0", "ends"],
  ["a.", "ends"],
  [" a", "ends"],
  ["a ", "ends"],
  ["a".repeat(256), "long"],
  ["图".repeat(86), "long"],
])("refuses %j: %s", (name, why) => {
  expect([key(name), refuseName(name)?.code]).toEqual([why, "validation"]);
});
