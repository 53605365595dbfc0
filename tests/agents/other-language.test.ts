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
