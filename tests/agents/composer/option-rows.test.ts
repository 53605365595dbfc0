import { describe, expect, it } from "vitest";
import { readMarkdown } from "#lib/markdown/document";
import { optionRows } from "#lib/markdown/option-rows";
import { documentText } from "#lib/search/reading/document-text";
import { ask, texts } from "./ask-pages.ts";

const help = [
  "Usage: crane lift [flags]",
  "",
  "Flags:",
  "      --dry-run          only say which crates would be lifted",
  "  -h, --help             help for lift",
  "      --keep-rope        leave the rope where it hangs once the crate is down",
  "      --no-bell          keep the bell silent while a crate is lifted,",
  "                         and the lamp dark",
  "      --speed <number>   metres a second (default 2)",
].join("\n");
const page = { title: "crane lift", text: `## Options\n\n\`\`\`\n${help}\n\`\`\`` };

describe("what a command prints of its options", () => {
  it("is quoted by the row that answers, with all its lines and none of another", () => {
    const answer = ask("Which flag keeps the bell silent while a crate is lifted?", [page]);
    expect(texts(answer)).toEqual([help.split("\n").slice(6, 8).join("\n")]);
    expect(answer.claims[0]).toMatchObject({ kind: "code", spans: [{ line: 19 }, { line: 20 }] });
  });

  it("is quoted by its first row, too, where nothing stands above that", () => {
    const text =
      "Lists:\n\n```sh\ncrane list   # Show all crates\ncrane down   # Let a crate down\ncrane oil    # Oil the rope\n```";
    const answer = ask("Which command shows all crates?", [
      { text: `${text}\n\n## Next\n\nA rope.` },
    ]);
    expect(texts(answer)).toContain("crane list   # Show all crates");
  });

  it("comes whole behind what announces it", () => {
    const text = `The lift of the crane takes these flags:\n\n\`\`\`\n${help.split("\n").slice(3).join("\n")}\n\`\`\``;
    const shown = ask("Which flags does the lift of the crane take?", [{ text }]);
    expect(texts(shown).at(-1)?.split("\n")).toHaveLength(6);
  });

  it("is known by its rows, and programs, listings and commands over lines are none", () => {
    const rows = (code: string, info = "") =>
      optionRows(code.split("\n"), info).map(({ start, end }) => [start, end]);
    expect(rows(help)).toEqual([
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 8],
      [8, 9],
    ]);
    expect(
      rows(
        "crane list        # 所有箱子\ncrane info Box    # 一个箱子\ncrane lint ./src  # 检查",
        "bash",
      ),
    ).toHaveLength(3);
    expect(
      rows(
        "  --fix\n      Mend it.\n\n  --diff\n      Show it.\n\n  --all\n      All of it.",
        "text",
      ),
    ).toHaveLength(3);
    expect(
      rows("docker run \\\n  --name crane \\\n  -p 80:80 \\\n  -v /a:/b \\\n  crane", "sh"),
    ).toEqual([]);
    expect(
      rows(
        "-rw-r--r--. 1 ann  ann  10 a.log\n-rw-r--r--. 1 ann  ann  10 b.log\n-rw-r--r--. 1 ann  ann  10 c.log",
      ),
    ).toEqual([]);
    expect(
      rows("a = 1   # one thing\nb = 2   # two things\nc = 3   # three things", "python"),
    ).toEqual([]);
  });

  it("is searched as words and not as code", () => {
    const { passages } = documentText(readMarkdown(page.text.split("\n"), "a.md"), "a.md");
    expect(passages[0]?.body).toContain("keep the bell silent");
    expect(passages[0]?.code).toBe("");
  });
});
