import { expect, it } from "vitest";
import { givenPath } from "../../components/settings/given-path.ts";

it.each([
  ["/home/me/notes", "/home/me/notes"],
  [" /home/me/notes/ ", "/home/me/notes"],
  ["~/notes/", "/home/me/notes"],
  ["~", "/home/me"],
  ["~other/notes", "~other/notes"],
  ["notes", "notes"],
  ["/", "/"],
  ["C:\\", "C:\\"],
  ["C:\\Users\\Me\\", "C:\\Users\\Me"],
  [`"/home/me/my notes"`, "/home/me/my notes"],
  ["'/home/me/it''s'", "/home/me/it''s"],
  ["file:///home/me/my%20notes", "/home/me/my notes"],
  ["file:///C:/Users/Me/notes/", "C:/Users/Me/notes"],
  ["file:///home/%E0%A4%A", "file:///home/%E0%A4%A"],
  ["file:///home/me/a\r\nfile:///home/me/b", "/home/me/a"],
  ["https://example.org/notes", "https://example.org/notes"],
  ["/notes/📚 書", "/notes/📚 書"],
  ["/notes/two\nlines/", "/notes/two\nlines"],
  ["", ""],
])("%j is the folder %j", (given, path) => {
  expect(givenPath(given, "/home/me")).toBe(path);
});

it("without a home folder a leading ~ stays what it is", () => {
  expect(givenPath("~/notes", undefined)).toBe("~/notes");
});
