import type { ServerResponse } from "node:http";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WebFetchResult } from "#lib/contracts/web";
import { openSite, openWeb, page, ruleOf, wiresTo } from "./open-web.ts";

const address = "93.184.216.34";
const most = 200_000;
let server: Awaited<ReturnType<typeof openSite>>;
let web: ReturnType<typeof openWeb>;
let answer: (response: ServerResponse) => void;
let n = 0;

beforeAll(async () => {
  server = await openSite((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    answer(response);
  });
  web = openWeb({
    wires: wiresTo({ "site.test": [address] }, { [address]: server.port }),
    settings: { allow_hosts: ["site.test"], max_bytes: most },
  });
});

beforeEach(() => {
  web.settings.current = { ...web.settings.current, timeout_ms: 60_000 };
});

afterAll(async () => {
  await web.close();
  await server.close();
});

const fetchIt = () => web.call("web.fetch", { url: `http://site.test/${n++}` });
const resultOf = (result: { structured?: unknown }) => result.structured as WebFetchResult;

function send(body: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  answer = (response) => {
    response.writeHead(status, { "content-type": "text/html", ...headers });
    response.end(body);
  };
}

describe("a body that unpacks to far more than it is", () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024, "a");
  test.each([
    ["gzip", gzipSync],
    ["br", (data: Buffer) => brotliCompressSync(data, { params: { 1: 5 } })],
    ["deflate", deflateSync],
    ["zstd", zstdCompressSync],
  ] as const)("%s: is left at the limit", async (encoding, pack) => {
    send(pack(zeros), { "content-encoding": encoding });
    const before = process.memoryUsage().rss;
    const result = resultOf(await fetchIt());
    expect(result).toMatchObject({ bytes: most, truncated: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
  });

  test("packed twice is unpacked twice, and left at the limit too", async () => {
    send(gzipSync(gzipSync(zeros)), { "content-encoding": "gzip, gzip" });
    expect(resultOf(await fetchIt())).toMatchObject({ bytes: most, truncated: true });
  });

  test("packed more often is refused", async () => {
    send(gzipSync(gzipSync(gzipSync("x"))), { "content-encoding": "gzip, gzip, gzip" });
    expect(ruleOf(await fetchIt())).toBe("tool_exec");
  });

  test("what unpacks to nothing ends as well", async () => {
    const empty = gzipSync("");
    send(Buffer.concat(Array.from({ length: 40_000 }, () => empty)), {
      "content-encoding": "gzip",
    });
    const result = await fetchIt();
    expect(["ok", "tool_exec"]).toContain(ruleOf(result));
    expect(resultOf(result)?.bytes ?? 0).toBe(0);
  });
});

describe("a body is read as it was packed", () => {
  const text = page("Packed", "<p>Four score and seven years ago.</p>");
  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["identity", Buffer.from(text)],
  ] as const)("%s", async (encoding, body) => {
    send(body, { "content-encoding": encoding });
    expect(resultOf(await fetchIt())).toMatchObject({
      bytes: Buffer.byteLength(text),
      truncated: false,
    });
  });

  test.each(["gzip", "br", "zstd", "deflate"])("%s that is none is refused", async (encoding) => {
    send("this is no packed text at all, and longer than a header", {
      "content-encoding": encoding,
    });
    expect(ruleOf(await fetchIt())).toBe("tool_exec");
  });

  test("an encoding that nobody knows is refused", async () => {
    send(text, { "content-encoding": "rot13" });
    expect(ruleOf(await fetchIt())).toBe("tool_exec");
  });

  test("one that breaks off is read as far as it came", async () => {
    const packed = gzipSync(Buffer.from(page("Long", "<p>word </p>".repeat(20_000))), { level: 0 });
    send(packed.subarray(0, 100_000), { "content-encoding": "gzip" });
    const result = resultOf(await fetchIt());
    expect(result.truncated).toBe(true);
    expect(result.bytes).toBeGreaterThan(10_000);
  });
});

describe("a server that takes its time", () => {
  test.each([
    ["never answers", () => undefined],
    [
      "sends its headers and nothing else",
      (response: ServerResponse) => response.writeHead(200).flushHeaders(),
    ],
    [
      "sends one byte after the other",
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ] as const)("one that %s is left when the time is over", async (_, hostile) => {
    answer = hostile;
    web.settings.current = { ...web.settings.current, timeout_ms: 400 };
    expect(ruleOf(await fetchIt())).toBe("timeout");
  });

  test("a body that never ends is left at the limit", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = () => {
        while (!response.destroyed && response.write("endless ".repeat(1024)));
        response.once("drain", more);
      };
      more();
    };
    expect(resultOf(await fetchIt())).toMatchObject({ bytes: most, truncated: true });
  });

  test("a call that is cancelled ends, and so does its connection", async () => {
    let gone: Promise<void> | undefined;
    const stop = new AbortController();
    answer = (response) => {
      gone = new Promise((done) => response.on("close", done));
      stop.abort(new Error("enough"));
    };
    const result = await web.call(
      "web.fetch",
      { url: "http://site.test/stop" },
      { signal: stop.signal },
    );
    expect(ruleOf(result)).toBe("cancelled");
    await gone;
  });
});

describe("headers and lengths that lie", () => {
  test("headers of a megabyte are refused", async () => {
    answer = (response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(1024 * 1024)}\r\n\r\nhi`);
    };
    expect(ruleOf(await fetchIt())).toBe("tool_exec");
  });

  test("ten thousand headers are refused", async () => {
    answer = (response) => {
      const many = Array.from({ length: 10_000 }, (_, i) => `x-${i}: a`).join("\r\n");
      response.socket?.end(`HTTP/1.1 200 OK\r\n${many}\r\n\r\nhi`);
    };
    expect(ruleOf(await fetchIt())).toBe("tool_exec");
  });

  test("a body that is shorter than it was said to be is taken for cut", async () => {
    answer = (response) => {
      response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this");
    };
    expect(resultOf(await fetchIt())).toMatchObject({ bytes: 9, truncated: true });
  });

  test("of one that is longer what was said is read", async () => {
    answer = (response) => {
      response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nthis and much more");
    };
    expect(resultOf(await fetchIt())).toMatchObject({ bytes: 4 });
  });

  test.each([
    ["no HTTP", "220 ftp.site.test ready\r\n"],
    ["a status of no kind", "HTTP/1.1 abc\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 9\r\n\r\nthis"],
    ["nothing", ""],
  ])("%s is refused", async (_, raw) => {
    answer = (response) => void response.socket?.end(raw);
    expect(ruleOf(await fetchIt())).toBe("tool_exec");
  });
});

describe("what a body is, its bytes tell", () => {
  test.each([
    ["a PDF served as text", "text/plain", Buffer.from("%PDF-1.7\n…"), "application/pdf"],
    ["a zip served as a page", "text/html", Buffer.from("PK\x03\x04aaaa"), "application/zip"],
    ["a gzip served as text", "text/plain", gzipSync("x"), "application/gzip"],
    [
      "a picture served as text",
      "text/plain",
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      "image/png",
    ],
    [
      "a program served as a page",
      "text/html",
      Buffer.from("\x7fELF\x02\x01"),
      "application/x-elf",
    ],
    [
      "bytes served as text",
      "text/plain",
      Buffer.from([65, 0, 1, 2, 3]),
      "application/octet-stream",
    ],
    ["a page served as bytes", "application/octet-stream", Buffer.from(page("A", "")), "text/html"],
  ])("%s", async (_, declared, body, media_type) => {
    send(body, { "content-type": declared });
    const fetched = await fetchIt();
    expect(resultOf(fetched).media_type).toBe(media_type);
    if (media_type === "text/html") return;
    const { fetch_id } = resultOf(fetched);
    expect(ruleOf(await web.call("web.extract", { fetch_id }))).toBe("tool_exec");
  });
});
