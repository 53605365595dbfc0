import { describe, expect, it } from "vitest";
import type { Facts } from "#lib/search/facts";
import { createInventory } from "#lib/search/inventory";
import { packOutline } from "#lib/search/packed-outline";

const passage = {
  ...{ line_start: 1, line_end: 2, kind: "prose" as const, breadcrumb: [] },
  hash: "0".repeat(16),
};
const facts = (bytes: number, sections: number, cut = false): Facts => ({
  ...{ title: "", aliases: [], lines: 2 },
  file: { bytes, mtime_ms: 0, sha256: "", encoding: "utf-8" },
  outline: packOutline([], Array(sections).fill(passage)),
  cuts: cut ? [{ rule: "line_limit", message: "A line is too long." }] : [],
});

function put(
  inventory: ReturnType<typeof createInventory>,
  name: string,
  roots: readonly string[],
  of: Facts,
) {
  const places = roots.map((root_id) => ({ root_id, relative_path: name }));
  inventory.put({ key: name, real_path: `/${name}`, signature: "", places, facts: of });
}

describe("what the files of a root come to", () => {
  it("is counted as they come, change and go, in each root that leads to them", () => {
    const inventory = createInventory();
    const { counts } = inventory;
    put(inventory, "a.md", ["notes"], facts(10, 2, true));
    put(inventory, "b.md", ["notes", "more"], facts(5, 1));
    expect(counts.of("notes")).toMatchObject({ files: 2, bytes: 15, sections: 3 });
    expect(counts.of("more")).toMatchObject({ files: 1, bytes: 5, sections: 1 });
    expect(counts.shared()).toBe(1);
    expect(counts.of("notes").cuts.get("line_limit")).toBe(1);

    put(inventory, "a.md", ["notes"], facts(20, 4));
    expect(counts.of("notes")).toMatchObject({ files: 2, bytes: 25, sections: 5 });
    expect(counts.of("notes").cuts.get("line_limit")).toBe(0);

    inventory.drop("/b.md");
    inventory.drop("/b.md");
    expect(counts.of("notes")).toMatchObject({ files: 1, bytes: 20, sections: 4 });
    expect(counts.of("more")).toMatchObject({ files: 0, bytes: 0, sections: 0 });
    expect(counts.shared()).toBe(0);
  });
});
