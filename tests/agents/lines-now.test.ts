import { describe, expect, it } from "vitest";
import type { DocsCalls } from "#lib/agents/docs-calls";
import { linesNow } from "#lib/agents/lines-now";
import type { CitedLines, Verification } from "#lib/contracts/docs-tools";

const line = (root_id: string, line_start = 1): CitedLines => ({
  ...{ root_id, relative_path: "keys.md", line_start, line_end: line_start, sha256: "a" },
});
/** A docs server that says this of every line, and how many it was asked at once. */
function saying(said: Verification) {
  const asked: number[] = [];
  const verify: DocsCalls["verify"] = async ({ citations }) => {
    asked.push(citations.length);
    return { ok: true, output: { results: citations.map(() => said) } };
  };
  return { verify, asked };
}

describe("lines that were read before", () => {
  it("stand where their text stands now, and nowhere once that is a folder the question is not put to", async () => {
    const moved = {
      state: "moved",
      root_id: "other",
      relative_path: "b.md",
      line_start: 7,
      line_end: 7,
    } as const;
    const now = await linesNow([line("notes")], [], saying(moved));
    expect(now(line("notes"))).toEqual({ ...line("other", 7), relative_path: "b.md" });
    expect(
      (await linesNow([line("notes")], ["notes"], saying(moved)))(line("notes")),
    ).toBeUndefined();
  });

  it("stand nowhere where nobody can say so", async () => {
    const error = {
      code: "provider_unavailable",
      message: "It is down.",
      retryable: true,
    } as const;
    const down = { verify: async () => ({ ok: false as const, error }) };
    expect((await linesNow([line("notes")], [], down))(line("notes"))).toBeUndefined();
    for (const state of ["changed", "missing", "denied"] as const) {
      const now = await linesNow([line("notes")], [], saying({ state }));
      expect(now(line("notes"))).toBeUndefined();
    }
  });

  it("are asked for once each, in one call, and the last of very many not at all", async () => {
    const many = Array.from({ length: 300 }, (_, i) => line("notes", i + 1));
    const server = saying({ state: "verified" });
    const now = await linesNow([...many, ...many], ["notes"], server);
    expect(server.asked).toEqual([200]);
    expect(now(line("notes", 200))).toEqual(line("notes", 200));
    expect(now(line("notes", 201))).toBeUndefined();
  });
});
