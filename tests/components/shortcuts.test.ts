import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ThreadSummary } from "#lib/contracts/http";
import { holdsWords } from "../../components/parts/holds-words.ts";
import { joined } from "../../components/shell/threads.ts";
import { shortcuts } from "../../components/shortcuts/shortcut-list.ts";

const root = path.resolve(import.meta.dirname, "../..");

describe("the shortcuts", () => {
  it("have a key each, and none that the browser needs", () => {
    const keys = shortcuts.map((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
    // A lone character is free while nothing is typed; with a modifier only the palette's key is taken.
    expect(keys.filter((key) => key.length !== 1)).toEqual(["mod+k"]);
  });

  it.each(["en", "zh-CN"])("stand in the handbook: %s", (lang) => {
    const page = readFileSync(path.join(root, `handbook/${lang}/buttons.md`), "utf8");
    const missing = shortcuts
      .map(({ keys }) => (keys === "mod+k" ? "Ctrl+K" : keys.toUpperCase()))
      .filter((key) => !page.includes(`\`${key}\``));
    expect(missing).toEqual([]);
  });
});

describe("the palette", () => {
  it("finds a command by its words, in any order and any case", () => {
    expect(holdsWords("Theme: Dark", "dark theme")).toBe(true);
    expect(holdsWords("主题：深色", "深色")).toBe(true);
    expect(holdsWords("Theme: Dark", "dark language")).toBe(false);
  });
});

describe("the list of conversations", () => {
  const thread = (id: string) => ({ id }) as ThreadSummary; // joining looks at nothing else
  const ids = (list: { threads: ThreadSummary[] }) => list.threads.map(({ id }) => id).join("");
  const list = (text: string) => [...text].map(thread);
  const before = { threads: list("abcdef"), total: 9, cursor: "f" };

  it("keeps the older pages when the newest one is read again", () => {
    const now = joined(list("eab"), 9, "b", before);
    expect(ids(now)).toBe("eabcdf");
    expect(now.cursor).toBe("f");
  });

  it("drops what was deleted, and begins anew where the pages no longer meet", () => {
    expect(ids(joined(list("acd"), 8, "d", before))).toBe("acdef");
    expect(joined(list("xyz"), 12, "z", before)).toMatchObject({ cursor: "z", total: 12 });
    expect(ids(joined(list("xyz"), 12, "z", before))).toBe("xyz");
    expect(joined(list("ab"), 2, undefined, before)).toMatchObject({ cursor: undefined });
  });

  it("asks on from the newest page when nothing older is known", () => {
    expect(joined(list("def"), 9, "f", { ...before, cursor: "f" }).cursor).toBe("f");
    expect(joined(list("abc"), 3, undefined, undefined).cursor).toBeUndefined();
  });
});
