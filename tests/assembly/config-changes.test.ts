import { describe, expect, it } from "vitest";
import { configChanges } from "#lib/assembly/config-changes";
import { Config } from "#lib/contracts/config";

const root = (id: string, label = id) => ({ id, label, path: `/notes/${id}` });
const withRoots = (...roots: ReturnType<typeof root>[]) => Config.parse({ doc_access: { roots } });

describe("what a save did", () => {
  it("names a folder that came, went or was changed", () => {
    const changes = configChanges(
      withRoots(root("a"), root("b", "Old"), root("c")),
      withRoots(root("a"), root("b", "New"), root("d", "Recipes")),
    );
    expect(changes).toEqual([
      { kind: "folder", what: "changed", path: "doc_access.roots", name: "New" },
      { kind: "folder", what: "added", path: "doc_access.roots", name: "Recipes" },
      { kind: "folder", what: "removed", path: "doc_access.roots", name: "c" },
    ]);
  });

  it("tells another order of folders as one change", () => {
    expect(configChanges(withRoots(root("a"), root("b")), withRoots(root("b"), root("a")))).toEqual(
      [{ kind: "setting", what: "changed", path: "doc_access.roots" }],
    );
  });

  it("names servers by their names and every other setting by its path", () => {
    const before = Config.parse({});
    const after = Config.parse({
      doc_access: { deny: ["private"] },
      mcp_servers: [{ name: "clock", cmd: ["clock"], enabled: true }],
      answer: { mode: "model" },
      skills: { disabled: ["check-docs"] },
    });
    expect(configChanges(before, after)).toEqual([
      { kind: "setting", what: "changed", path: "doc_access.deny" },
      { kind: "server", what: "added", path: "mcp_servers", name: "clock" },
      { kind: "setting", what: "changed", path: "answer.mode" },
      { kind: "setting", what: "changed", path: "skills.disabled" },
    ]);
  });

  it("has nothing to tell of the same configuration", () => {
    expect(configChanges(withRoots(root("a")), withRoots(root("a")))).toEqual([]);
  });
});
