import { describe, expect, it } from "vitest";
import { editorHref, editors, isEditorLink } from "../../components/source/editor-link.ts";

describe("the link into an editor", () => {
  it.each([
    ["vscode://file/{path}:{line}", "/home/an na/a#b.md", "vscode://file/home/an%20na/a%23b.md:7"],
    ["vscode://file/{path}:{line}", "C:\\Notes\\a.md", "vscode://file/C:/Notes/a.md:7"],
    ["idea://open?file={path}&line={line}", "/n/a&b.md", "idea://open?file=/n/a%26b.md&line=7"],
    ["obsidian://open?path={path}", "/n/$&.md", "obsidian://open?path=/n/%24%26.md"],
  ])("%s opens %s", (template, file, href) => {
    expect(editorHref(template, file, 7)).toBe(href);
  });

  it("is none for a name that no address can hold", () => {
    expect(editorHref(editors[0].template, "/n/\ud800.md", 1)).toBeUndefined();
  });

  it("is made of every editor that is offered", () => {
    for (const { template } of editors) expect(isEditorLink(template)).toBe(true);
  });

  it.each([
    "",
    "javascript:alert({path})",
    "https://evil.example/{path}",
    "http://127.0.0.1:63342/{path}",
    "file:///{path}",
    "mailto:a@b?body={path}",
    "vscode://file/",
    "{path}",
    " vscode://file/{path}",
  ])("is none for %j: a path goes to an editor and nowhere else", (template) => {
    expect(editorHref(template, "/n/a.md", 1)).toBeUndefined();
  });
});
