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

/** A server whose folder takes its time to be read: what it is sent at once, it is asked before that is done. */
function unread() {
  for (let i = 0; i < 2000; i += 1) place.write(`many/n${i}.md`, `# N${i}\n\nnumber ${i}\n`);
  return spawnRaw(place, ["--root", "many"]);
}

function cancelled(requestId: number) {
  const params = { requestId, reason: "changed my mind" };
  return { jsonrpc: "2.0", method: "notifications/cancelled", params };
}

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

  it("ends when it is cancelled while it waits for the folders to be read", async () => {
    const fresh = unread();
    try {
      fresh.send(initialize);
      fresh.send(toolCall(1, "docs_search", { query: "number" }));
      fresh.send(cancelled(1));
      let id = 1;
      const status = () => {
        fresh.send(toolCall(++id, "docs_status"));
        return fresh.replies().at(-1)?.result?.structuredContent?.calls_under_way;
      };
      await expect.poll(status).toEqual([]);
      expect(fresh.replies().map((reply) => reply.id)).not.toContain(1);
    } finally {
      fresh.kill();
    }
  });

  it("sends no answer once it is cancelled", async () => {
    const server = spawnRaw(place);
    try {
      server.send(initialize);
      server.send(toolCall(1, "docs_verify", endless));
      server.send(cancelled(1));
      server.send(toolCall(2, "docs_read", { path: "large.md", line_end: 1 }));
      await expect.poll(() => server.replies().map((reply) => reply.id)).toEqual(["init", 2]);
      server.child.stdin.end();
      await server.exit;
      expect(server.replies().map((reply) => reply.id)).toEqual(["init", 2]);
    } finally {
      server.kill();
    }
  });

  it("tells how far the folders are read while a first question waits for them", async () => {
    const fresh = unread();
    try {
      fresh.send(initialize);
      fresh.send(toolCall(1, "docs_search", { query: "number 7" }, { progressToken: "far" }));
      await expect.poll(() => fresh.replies().find((reply) => reply.id === 1)).toBeDefined();
      const [told] = fresh.replies().filter(({ method }) => method === "notifications/progress");
      expect(told.params.message).toMatch(/^\d+ of \d+ files can be searched$/);
      const { coverage } = fresh.replies().find(({ id }) => id === 1).result.structuredContent;
      expect(coverage.files_searchable).toBe(2000);
    } finally {
      fresh.kill();
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
    // The client drops a note that reaches it in one piece with the result, so the last may be missing.
    expect(seen.every((p) => p.total === 50 && p.progress >= 1 && p.progress <= 50)).toBe(true);
  });
});
