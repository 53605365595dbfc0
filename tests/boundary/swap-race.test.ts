import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "#lib/access/access";
import { AppError } from "#lib/contracts/errors";
import { canary, secret } from "../../fixtures/hostile/make.ts";
import { type Swapping, startSwapping } from "../../fixtures/hostile/swap.ts";
import { createScratch, type Scratch } from "../access/scratch.ts";
import {
  connectDocs,
  createWorkplace,
  type DocsClient,
  type Workplace,
} from "../docs-server/docs-client.ts";

/**
 * S14 by count; `npm run soak` does it for thirty seconds. What may come of a read is the text of the inside, or a
 * refusal: `path_changed` when it moved between verdict and opening, `symlink_escape` or a missing file when before.
 */
const inside = "# Inside\n\nThe lantern is lit.\n";
const harmless = ["path_changed", "symlink_escape", "unreadable", "not_regular_file"];
let swapping: Swapping[] = [];
afterEach(async () => {
  await Promise.all(swapping.map((one) => one.stop()));
  swapping = [];
});

async function swap(options: Parameters<typeof startSwapping>[0]): Promise<void> {
  const one = startSwapping(options);
  swapping.push(one);
  await expect.poll(() => one.swaps()).toBeGreaterThan(0);
}

describe("a file swapped with a link while eight readers read it", () => {
  let scratch: Scratch;
  let access: Access;
  beforeAll(() => {
    scratch = createScratch();
    scratch.write("notes/swapped.md", inside);
    scratch.write("notes/folder/b.md", inside);
    scratch.write("outside/b.md", secret);
    scratch.write("outside/secret.md", secret);
    access = scratch.access();
  });
  afterAll(() => scratch.remove());

  async function readOnce(path: string): Promise<string> {
    const verdict = await access.judge(path, "notes");
    if (verdict.kind === "refused") return verdict.rule;
    try {
      return (await access.open(verdict)).bytes.toString();
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  }

  async function readOften(path: string, count: number): Promise<Map<string, number>> {
    const seen = new Map<string, number>();
    let left = count;
    const reader = async () => {
      while (left > 0) {
        left -= 1;
        const outcome = await readOnce(path);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 8 }, reader));
    return seen;
  }

  it.each([
    ["file", "swapped.md"],
    ["folder", "folder/b.md"],
  ])("S14 swap of a %s · lib/access · no canary in 5,000 reads", async (kind, path) => {
    await swap(
      kind === "file"
        ? {
            path: scratch.at("notes/swapped.md"),
            target: scratch.at("outside/secret.md"),
            inside: { text: inside },
          }
        : {
            path: scratch.at("notes/folder"),
            target: scratch.at("outside"),
            inside: { folder: scratch.at("notes/folder-away") },
          },
    );
    const seen = await readOften(path, 5000);
    expect([...seen.values()].reduce((sum, n) => sum + n, 0)).toBe(5000);
    expect([...seen.keys()].filter((outcome) => outcome.includes(canary))).toEqual([]);
    expect([...seen.keys()].filter((o) => o !== inside && !harmless.includes(o))).toEqual([]);
  });
});

describe("a file swapped with a link under a running docs server", () => {
  let place: Workplace;
  let docs: DocsClient;
  beforeAll(async () => {
    place = createWorkplace();
    place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
    mkdirSync(place.at("outside"));
    writeFileSync(place.at("outside/secret.md"), secret);
    place.write("notes/swapped.md", inside);
    docs = await connectDocs(place);
  });
  afterAll(async () => {
    await docs.close();
    place.remove();
  });

  it("S14 swap of a file · docs_read, docs_outline, docs_search, docs_verify · no canary, and it still answers", async () => {
    await swap({
      path: place.at("notes/swapped.md"),
      target: place.at("outside/secret.md"),
      inside: { text: inside },
    });
    const cited = { line_start: 1, line_end: 3, sha256: "0".repeat(64) };
    const said: string[] = [];
    for (let i = 0; i < 150; i += 1) {
      const replies = await Promise.all([
        docs.call("docs_read", { path: "swapped.md" }),
        docs.call("docs_outline", { path: "swapped.md" }),
        docs.call("docs_search", { query: "vault combination", include_text: true }),
        docs.call("docs_verify", {
          citations: [{ root_id: "notes", relative_path: "swapped.md", ...cited }],
        }),
      ]);
      said.push(...replies.map((reply) => JSON.stringify(reply)));
    }
    expect(said.filter((reply) => reply.includes(canary))).toEqual([]);
    expect(docs.stderr()).not.toContain(canary);
    await swapping[0]?.stop();
    await expect
      .poll(async () => {
        const { structured } = await docs.call("docs_search", { query: "Is the lantern lit?" });
        return structured.hits[0]?.relative_path;
      })
      .toBe("swapped.md");
  });
});
