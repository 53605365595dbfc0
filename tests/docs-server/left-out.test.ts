import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../fixtures/hostile/random.ts";
import { connectDocs, createWorkplace, type Workplace } from "./docs-client.ts";

let place: Workplace;
beforeEach(() => {
  place = createWorkplace();
  place.write("notes/a.md", "# Pelicans\n\nThe pelican eats fish.\n");
});
afterEach(() => place.remove());

const roots = (more = {}) => [{ id: "notes", label: "Notes", path: place.at("notes"), ...more }];

it("dependencies are left out as dependency_folder by search, list, status and read, until they are included", async () => {
  place.write("notes/node_modules/left-pad/README.md", "# Pelican pad\n\nA pelican pads.\n");
  place.configure({ roots: roots() });
  const docs = await connectDocs(place);
  try {
    const found = await docs.call("docs_search", { query: "pelican" });
    expect(found.structured.hits.map((hit: { path: string }) => hit.path)).toHaveLength(1);
    const list = await docs.call("docs_list", { skipped: true });
    expect(list.structured.skipped).toMatchObject([
      { relative_path: "node_modules", rule: "dependency_folder" },
    ]);
    const status = await docs.call("docs_status");
    expect(status.structured.roots[0].skipped).toEqual([{ rule: "dependency_folder", count: 1 }]);
    const read = await docs.call("docs_read", { path: "node_modules/left-pad/README.md" });
    expect([read.isError, read.structured.status, read.structured.rule]).toEqual([
      true,
      "denied",
      "dependency_folder",
    ]);
    expect(read.structured.message).toContain("include_dependencies");

    place.configure({ roots: roots({ include_dependencies: true }) });
    await expect
      .poll(async () => (await docs.call("docs_search", { query: "pelican" })).structured.hits, {
        timeout: 120_000,
      })
      .toHaveLength(2);
    const opened = await docs.call("docs_read", { path: "node_modules/left-pad/README.md" });
    expect(opened.structured.text).toContain("A pelican pads.");
  } finally {
    await docs.close();
  }
});

it("binary data without NUL is left out as not_text by the index, and a read says the same", async () => {
  const random = createRandom(5);
  const noise = (length: number) =>
    Buffer.from(Array.from({ length }, () => 1 + random.below(255)));
  const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), noise(64)]);
  place.write("notes/picture.md", png);
  place.write("notes/noise.md", noise(4000));
  place.configure({ roots: roots() });
  const docs = await connectDocs(place);
  try {
    const { structured } = await docs.call("docs_list", { skipped: true });
    expect(structured.skipped).toMatchObject([
      { relative_path: "noise.md", rule: "not_text" },
      {
        relative_path: "picture.md",
        rule: "not_text",
        message: "The file is not text: it begins like a PNG picture.",
      },
    ]);
    for (const path of ["noise.md", "picture.md"]) {
      const read = await docs.call("docs_read", { path });
      expect([path, read.isError, read.structured.rule]).toEqual([path, true, "not_text"]);
    }
  } finally {
    await docs.close();
  }
});
