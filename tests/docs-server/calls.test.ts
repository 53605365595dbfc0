import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";
import { initialize, spawnRaw, toolCall } from "./raw-server.ts";

let place: Workplace;
let docs: DocsClient;
/** Every window of a large file is hashed in vain, so this call is under way until it is cancelled. */
const endless = {
  citations: Array.from({ length: 50 }, () => ({
    root_id: "notes",
    relative_path: "large.md",
    line_start: 1,
    line_end: 4000,
    sha256: "0".repeat(64),
  })),
};

beforeAll(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  place.write("notes/large.md", "some words on every one of many lines\n".repeat(60_000));
  docs = await connectDocs(place);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

const underWay = async () => (await docs.call("docs_status")).structured.calls_under_way;

describe("a call under way", () => {
  it("is listed in the status with its start, and the status call itself is not", async () => {
    expect(await underWay()).toEqual([]);
    const stop = new AbortController();
    const call = docs.call("docs_verify", endless, { signal: stop.signal });
    await expect
      .poll(underWay)
      .toEqual([{ tool: "docs_verify", started_at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    stop.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(underWay).toEqual([]);
    expect((await docs.call("docs_read", { path: "large.md", line_end: 1 })).isError).toBe(false);
  });

  it("sends no answer once it is cancelled", async () => {
    const server = spawnRaw(place);
    try {
      server.send(initialize);
      server.send(toolCall(1, "docs_verify", endless));
      const params = { requestId: 1, reason: "changed my mind" };
      server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
      server.send(toolCall(2, "docs_read", { path: "large.md", line_end: 1 }));
      await expect
        .poll(() => server.replies().map((reply) => reply.id), { timeout: 20_000 })
        .toEqual(["init", 2]);
      server.child.stdin.end();
      await server.exit;
      expect(server.replies().map((reply) => reply.id)).toEqual(["init", 2]);
    } finally {
      server.kill();
    }
  });

  it("tells its progress, rising, to a client that asked", async () => {
    const seen: Progress[] = [];
    const citations = endless.citations.map((c) => ({ ...c, line_start: 1, line_end: 60_000 }));
    await docs.call("docs_verify", { citations }, { onprogress: (p) => seen.push(p) });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.map((p) => p.progress)).toEqual(
      [...seen.map((p) => p.progress)].sort((a, b) => a - b),
    );
    expect(seen.at(-1)).toMatchObject({ progress: 50, total: 50 });
  });
});
