import { rmSync, unlinkSync } from "node:fs";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchFolder } from "#lib/platform/watch-folder";
import type { DocsIndex } from "#lib/search/docs-index";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
  scratch.write("docs/a.md", "# Apples\n\nApples are red.\n");
});
afterEach(() => scratch.remove());

const patient = { timeout: 240_000, interval: 20 };
const at = (path: string) => nodePath.join(scratch.dir, path);
const files = (index: DocsIndex) => index.list({}).files.map((file) => file.relative_path);
const leftOut = (index: DocsIndex) =>
  index
    .list({ skipped: true })
    .skipped.filter(({ rule }) => rule === "dependency_folder")
    .map(({ relative_path }) => relative_path);

describe("folders of packages and builds in the index", () => {
  it("are neither found nor listed, and each counts as one that is left out", async () => {
    for (const name of ["left-pad", "right-pad"]) {
      scratch.write(`docs/node_modules/${name}/README.md`, "# Padding\n\nPads a string.\n");
    }
    scratch.write("docs/app/package.json", "{}");
    scratch.write("docs/app/dist/README.md", "# Built padding\n");
    scratch.write("docs/dist/b.md", "# Distances\n");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    expect(files(index)).toEqual(["a.md", "dist/b.md"]);
    expect(leftOut(index)).toEqual(["app/dist", "node_modules"]);
    expect(index.status().roots[0]?.skipped).toEqual([{ rule: "dependency_folder", count: 2 }]);
    expect((await scratch.search(index, "padding pads a string")).hits).toEqual([]);
  });

  it("turn with the file that tells, at the next look", async () => {
    scratch.write("docs/vendor/acme.md", "# Acme\n\nAcme sells anvils.\n");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    expect(files(index)).toEqual(["a.md", "vendor/acme.md"]);
    scratch.write("docs/composer.lock", "{}");
    await index.refresh();
    expect([files(index), leftOut(index)]).toEqual([["a.md"], ["vendor"]]);
    unlinkSync(at("docs/composer.lock"));
    await index.refresh();
    expect([files(index), leftOut(index)]).toEqual([["a.md", "vendor/acme.md"], []]);
    expect((await scratch.search(index, "anvils")).hits).toHaveLength(1);
  });
});

describe("folders of packages and builds under a watch", () => {
  async function watched(): Promise<DocsIndex> {
    const index = scratch.open({ docs: "docs" }, {}, undefined, { watch: watchFolder });
    await index.refresh();
    return index;
  }

  it("stay out when they come and grow, and are listed", async () => {
    const index = await watched();
    scratch.write("docs/node_modules/left-pad/README.md", "# Padding\n");
    await vi.waitFor(() => expect(leftOut(index)).toEqual(["node_modules"]), patient);
    scratch.write("docs/node_modules/right-pad/README.md", "# More padding\n");
    scratch.write("docs/b.md", "# Berries\n");
    await vi.waitFor(() => expect(files(index)).toContain("b.md"), patient);
    expect(files(index)).toEqual(["a.md", "b.md"]);
    rmSync(at("docs/node_modules"), { recursive: true });
    await vi.waitFor(() => expect(leftOut(index)).toEqual([]), patient);
  });

  it("turn with the file that tells, and what is read again is watched again", async () => {
    scratch.write("docs/go.mod", "module x\n");
    scratch.write("docs/vendor/deep/acme.md", "# Acme\n");
    const index = await watched();
    expect([files(index), leftOut(index)]).toEqual([["a.md"], ["vendor"]]);
    unlinkSync(at("docs/go.mod"));
    await vi.waitFor(() => expect(files(index)).toEqual(["a.md", "vendor/deep/acme.md"]), patient);
    scratch.write("docs/vendor/deep/more.md", "# More\n");
    await vi.waitFor(() => expect(files(index)).toContain("vendor/deep/more.md"), patient);
    scratch.write("docs/composer.lock", "{}");
    await vi.waitFor(
      () => expect([files(index), leftOut(index)]).toEqual([["a.md"], ["vendor"]]),
      patient,
    );
  });
});
