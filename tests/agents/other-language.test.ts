import { expect, it } from "vitest";
import { inOtherLanguage } from "../../lib/agents/gaps.ts";

const claim = (text: string) => ({ text }) as never;
const code = "```ini\n[backup]\nGrantedAccessPath = /var/backups\n```";

it.each([
  ["要放行某些目录，可以写进配置。", "备份", ["配置格式"], false],
  ["要放行某些目录，可以写进配置。", "Backup", ["Configuration"], true],
  ["Write the folders into the file.", "备份", ["配置格式"], false],
])("code under headings is of their language: %s over %s", (text, title, breadcrumb, other) => {
  expect(inOtherLanguage(claim(text), { snippet: code, title, breadcrumb })).toBe(other);
});

it("a sentence over words of another language is told so, whatever names the page", () => {
  const page = { snippet: "请在设置里打开备份，然后选择文件夹。", title: "README", breadcrumb: [] };
  expect(inOtherLanguage(claim("Write the folders into the file."), page)).toBe(true);
  expect(inOtherLanguage(claim("把文件夹写进文件。"), page)).toBe(false);
});
