import { utimesSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DocsListInput, DocsListOutput } from "#lib/contracts/docs-tools";
import type { DocsIndex } from "#lib/search/docs-index";
import type { Facts } from "#lib/search/facts";
import { listDocuments } from "#lib/search/list-documents";
import { packOutline } from "#lib/search/packed-outline";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

describe("the list of files as an answer", () => {
  let scratch: ScratchIndex;
  beforeEach(() => {
    scratch = createScratchIndex();
  });
  afterEach(() => scratch.remove());

  async function mentioning(index: DocsIndex, wording: string, more: DocsListInput = {}) {
    const input = { mentions: wording, ...more };
    const { files, total } = index.list(input, await index.mentions(wording));
    expect(total).toBe(files.length);
    return files.map((f) => `${f.relative_path} ${f.mentions} @${f.lead?.line_start}`);
  }

  it.each(["explainable", "basic"])(
    "counts a wording by its words side by side, in any form (%s)",
    async (ranker) => {
      scratch.write(
        "docs/a.md",
        "# Keys\n\nAn access token opens it.\n\n## More\n\nAccess tokens, and one more access token.\n",
      );
      scratch.write("docs/b.md", "# Other\n\nA token gives access.\n");
      scratch.write("docs/c.md", "# Access tokens\n\nNothing of the kind below.\n");
      scratch.write("docs/d.md", "# Code\n\n```\nread max_turns\n```\n");
      scratch.write("docs/e.md", "# 令牌\n\n访问令牌放在环境变量里。\n");
      const index = scratch.open({ docs: "docs" }, { retrieval: { ranker } });
      await index.refresh();
      expect(await mentioning(index, "access token")).toEqual(["a.md 3 @3", "c.md 1 @3"]);
      expect(await mentioning(index, "access token", { sort: "mentions" })).toEqual([
        "a.md 3 @3",
        "c.md 1 @3",
      ]);
      expect(await mentioning(index, "max_turns")).toEqual(["d.md 1 @3"]);
      expect(await mentioning(index, "访问令牌")).toEqual(["e.md 1 @3"]);
      expect(await mentioning(index, "牌")).toHaveLength(1);
      expect(await mentioning(index, "令访")).toEqual([]);
      expect(await mentioning(index, "the")).toEqual([]);
      expect(await mentioning(index, "nowhere")).toEqual([]);
    },
  );

  it("counts words side by side only where nothing stands between them", async () => {
    const apart = {
      sentence: "You revoke access. Tokens are gone.",
      paragraph: "You revoke access\n\nTokens are gone",
      function_words: "You have access to the token.",
      items: "- access\n- token",
      starred: "* access\n* token",
      cells: "| access | token |\n| --- | --- |\n| a | b |",
      before_code: "Grant access:\n\n```\ntoken = 1\n```",
      code_lines: "```\ngrant access\ntoken = 1\n```",
      chinese: "没有访问。令牌在这里。",
    };
    for (const [name, text] of Object.entries(apart)) {
      scratch.write(`docs/${name}.md`, `# Page\n\n${text}\n`);
    }
    scratch.write(
      "docs/joined.md",
      "# Page\n\nAn *access*\ntoken, (access token) and `access token`.\n",
    );
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    expect(await mentioning(index, "access token")).toEqual(["joined.md 3 @3"]);
    expect(await mentioning(index, "the access to the token")).toEqual(["function_words.md 1 @3"]);
    expect(await mentioning(index, "访问令牌")).toEqual([]);
  });

  it("forgets a wording when the file that held it changes", async () => {
    scratch.write("docs/a.md", "# A\n\nThe quick heron.\n");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    expect(await mentioning(index, "quick heron")).toHaveLength(1);
    scratch.write("docs/a.md", "# A\n\nThe slow heron, much slower.\n");
    scratch.later();
    await index.refresh();
    expect(await mentioning(index, "quick heron")).toEqual([]);
    expect(await mentioning(index, "slow heron")).toHaveLength(1);
  });

  it("names what changed since a time, the newest first, page by page", async () => {
    for (let i = 0; i < 530; i++) {
      const file = scratch.write(`docs/p${String(i).padStart(3, "0")}.md`, `# Page ${i}\n\ntext\n`);
      utimesSync(file, 1_700_000_000 + i, 1_700_000_000 + i);
    }
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const changed_since = new Date((1_700_000_000 + 20) * 1000).toISOString();
    const first = index.list({ changed_since, sort: "changed" });
    expect(first.total).toBe(510);
    expect(first.files).toHaveLength(500);
    expect(first.files[0]?.relative_path).toBe("p529.md");
    const second = index.list({ changed_since, sort: "changed", cursor: first.next_cursor ?? "" });
    expect(second.files.map((f) => f.relative_path)).toEqual(
      Array.from({ length: 10 }, (_, i) => `p${String(29 - i).padStart(3, "0")}.md`),
    );
    expect(second.next_cursor).toBeUndefined();
  });

  it("counts a file once that stands in several of the folders asked for", async () => {
    scratch.write("docs/a.md", "# A\n\nA quick heron.\n");
    scratch.write("docs/deep/b.md", "# B\n\nA quick heron, a quick heron.\n");
    scratch.write("other/c.md", "# C\n\nA quick heron.\n");
    const index = scratch.open({ docs: "docs", deep: "docs/deep", other: "other" });
    await index.refresh();
    const mentions = await index.mentions("quick heron");
    const list = (roots?: string[]) => index.list({ roots, mentions: "quick heron" }, mentions);
    expect(list(["docs", "deep", "docs"])).toMatchObject({ total: 2, searched: 2 });
    expect(list(["other"])).toMatchObject({ total: 1, searched: 1 });
    expect(list()).toMatchObject({ total: 3, searched: 3 });
  });

  it.each([
    [1e30, "9999-12-31T23:59:59.999Z"],
    [-1e30, "0000-01-01T00:00:00.000Z"],
    [Date.UTC(20_000, 0), "9999-12-31T23:59:59.999Z"],
    [0, "1970-01-01T00:00:00.000Z"],
  ])("tells a file's time that no calendar holds as near as it can: %d", (mtime_ms, told) => {
    const facts: Facts = {
      title: "A",
      aliases: [],
      lines: 1,
      outline: packOutline([], []),
      cuts: [],
      file: { bytes: 1, mtime_ms, sha256: "", encoding: "utf-8" },
    };
    const places = [{ root_id: "docs", relative_path: "a.md" }];
    const entries = [{ key: "d1", real_path: "/docs/a.md", signature: "", places, facts }];
    const { files } = listDocuments({}, { entries, skipped: () => new Map(), roots: ["docs"] });
    expect(DocsListOutput.shape.files.parse(files)[0]?.modified_at).toBe(told);
  });
});
