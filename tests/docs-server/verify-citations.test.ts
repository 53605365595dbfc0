import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longestQuotedBytes } from "#lib/contracts/docs-tools";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

let place: Workplace;
let docs: DocsClient;
const text = "# Release\n\nFreeze on Monday.\nShip on Friday.\n\n## After\n\nWrite notes.\n";

beforeAll(async () => {
  place = createWorkplace();
  place.configure({
    roots: [
      { id: "notes", label: "Notes", path: place.at("notes") },
      { id: "gone", label: "Gone", path: place.at("gone") },
    ],
  });
  docs = await connectDocs(place).catch((error) => {
    throw error;
  });
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

function cited(relative_path: string, line_start: number, line_end: number, lines: string[]) {
  const sha256 = createHash("sha256").update(lines.join("\n")).digest("hex");
  return { root_id: "notes", relative_path, line_start, line_end, sha256 };
}

const ship = (file: string) => cited(file, 3, 4, ["Freeze on Monday.", "Ship on Friday."]);

async function verify(...citations: unknown[]) {
  const reply = await docs.call("docs_verify", { citations });
  expect(reply.isError).toBe(false);
  return reply.structured.results;
}

describe("docs_verify", () => {
  it("verifies lines that stand where they were, with their text", async () => {
    place.write("notes/still.md", text);
    expect(await verify(ship("still.md"))).toEqual([
      {
        state: "verified",
        relative_path: "still.md",
        line_start: 3,
        line_end: 4,
        file_sha256: createHash("sha256").update(text).digest("hex"),
        text: "Freeze on Monday.\nShip on Friday.",
      },
    ]);
  });

  it("hands back no text beyond what may be quoted, and says all the same that it stands", async () => {
    const longest = "é".repeat(longestQuotedBytes / 2);
    place.write("notes/long.md", `${longest}\n${longest}.\n`);
    const [fits, over] = await verify(
      cited("long.md", 1, 1, [longest]),
      cited("long.md", 2, 2, [`${longest}.`]),
    );
    expect(fits).toMatchObject({ state: "verified", text: longest });
    expect(over).toEqual({
      state: "verified",
      file_sha256: fits.file_sha256,
      relative_path: "long.md",
      line_start: 2,
      line_end: 2,
    });
  });

  it("finds lines that moved in the file, nearest first", async () => {
    const moved = `${"intro\n".repeat(5)}${text}${text}`;
    place.write("notes/moved.md", moved);
    const file_sha256 = createHash("sha256").update(moved).digest("hex");
    expect(await verify(ship("moved.md"))).toMatchObject([
      { state: "moved", relative_path: "moved.md", line_start: 8, line_end: 9, file_sha256 },
    ]);
  });

  it("shows what stands there now when the lines changed", async () => {
    place.write("notes/changed.md", text.replace("Friday", "Thursday"));
    const citation = cited("changed.md", 3, 4, ["Freeze on Monday.", "Ship on some day."]);
    expect(await verify(citation)).toMatchObject([
      { state: "changed", text: "Freeze on Monday.\nShip on Thursday." },
    ]);
    place.write("notes/short.md", "only\n");
    const beyond = cited("short.md", 3, 4, ["never", "there"]);
    expect(await verify(beyond)).toEqual([{ state: "changed", relative_path: "short.md" }]);
  });

  it("tells missing from denied, and answers in the order of the request", async () => {
    place.write("notes/order.md", text);
    const results = await verify(
      { ...ship("nothing.md"), sha256: "0".repeat(64) },
      ship("order.md"),
      { ...ship("../outside.md") },
      { ...ship("x\0.md") },
      { ...ship("order.md"), root_id: "unknown" },
      { ...ship("order.md"), root_id: "gone", sha256: "0".repeat(64) },
      { ...ship("order.md"), line_start: 4, line_end: 3 },
    );
    expect(results.map((r: { state: string; rule?: string }) => [r.state, r.rule])).toEqual([
      ["missing", undefined],
      ["verified", undefined],
      ["denied", "traversal"],
      ["denied", "invalid_path"],
      ["denied", "not_allowlisted"],
      ["missing", undefined],
      ["changed", undefined],
    ]);
  });

  it("finds a passage that moved to another file through the index", async () => {
    place.write("notes/before.md", text);
    const found = async () => {
      const { structured } = await docs.call("docs_search", { query: "freeze ship Friday" });
      return structured.hits.find(
        (h: { relative_path: string }) => h.relative_path === "before.md",
      );
    };
    await expect.poll(found).toBeDefined();
    const hit = await found();
    place.write("notes/deep/after.md", text);
    rmSync(place.at("notes/before.md"));
    for (const name of ["still", "moved", "order"]) rmSync(place.at(`notes/${name}.md`));
    const citation = { ...hit.locator, ...hit, ...hit.locator };
    await expect
      .poll(async () => (await verify(pick(citation)))[0])
      .toMatchObject({ state: "moved", relative_path: "deep/after.md" });
  });
});

function pick(hit: Record<string, unknown>) {
  const { root_id, relative_path, line_start, line_end, sha256 } = hit;
  return { root_id, relative_path, line_start, line_end, sha256 };
}
