import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EmbeddingConfig } from "#lib/contracts/config";
import type { DocsEmbedPutInput, PassageToEmbed } from "#lib/contracts/embedding";
import { type ConfiguredEmbedding, createConfiguredEmbedding } from "#lib/models/embedding";
import { createLogger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { createEmbeddingJob, type EmbeddingJob } from "../../lib/assembly/embedding-job.ts";
import {
  createEmbeddingRecord,
  type EmbeddingRecord,
} from "../../lib/assembly/embedding-record.ts";
import { unhurried } from "../models/configured-for.ts";
import {
  type EmbeddingReply,
  type EmbeddingRequest,
  type EmbeddingServer,
  faithfully,
  openEmbeddingServers,
} from "../models/embedding/embedding-server.ts";
import { manualTime } from "../models/manual-time.ts";

const serve = openEmbeddingServers();
const documents = 20;
const bad = 7;

let home: string;
let server: EmbeddingServer;
let script: (request: EmbeddingRequest, number: number) => EmbeddingReply | Promise<EmbeddingReply>;
let record: EmbeddingRecord;
let job: EmbeddingJob;
let model: Extract<ConfiguredEmbedding, { kind: "ready" }>;
let may: boolean;
let agreed: Set<string>;
let kept: Map<string, number[] | null>;
/** Questions that are kept. */
let unread: { hash: string; text: string }[];
let put: (input: DocsEmbedPutInput) => void;
/** How often the job has come to rest. */
let rests: number;
let passTime: (ms: number) => void;

const hashOf = (i: number) => String(i).padStart(32, "0");
const passages: PassageToEmbed[] = Array.from({ length: documents }, (_, i) => ({
  ...{ hash: hashOf(i), text: `Fruit of kind ${i}.`, root_id: "notes", sha256: "0".repeat(64) },
  ...{ relative_path: `${i}.md`, line_start: 1, line_end: 1 },
}));

function configured(name = "m") {
  const { base_url } = server;
  const config = EmbeddingConfig.parse({ provider: "compatible", name, base_url });
  const patience = { pause: unhurried, random: () => 0, clock: manualTime().clock };
  const made = createConfiguredEmbedding({ config, keys: {}, patience });
  if (made.kind !== "ready") throw made.error;
  return made;
}

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), "docent-job-"));
  script = faithfully;
  server = await serve((...asked) => script(...asked));
  model = configured();
  may = true;
  agreed = new Set(["notes"]);
  kept = new Map();
  unread = [];
  put = ({ vectors }) => {
    for (const { hash, vector } of vectors) kept.set(hash, vector);
  };
  record = createEmbeddingRecord(home);
  const { clock, pause, advance } = manualTime();
  rests = 0;
  passTime = advance;
  job = createEmbeddingJob({
    model: () => model,
    mayWork: () => may,
    agreed: () => agreed,
    tools: {
      next: async ({ limit }) => {
        const left = passages.filter(({ hash }) => !kept.has(hash));
        const done = documents - left.length;
        const none = { left_out: 0, bytes_left: 0, building: false };
        return { passages: left.slice(0, limit), total: documents, done, ...none };
      },
      put: async (input) => {
        put(input);
        return { kept: input.vectors.length };
      },
      kept: async () => ({ kept: false }),
      forget: async () => ({ forgotten: 0 }),
    },
    questions: {
      next: async () => unread.filter(({ hash }) => !kept.has(hash)),
      put: async (_model, answered) => {
        for (const { hash, vector } of answered) kept.set(hash, vector && [...vector]);
      },
    },
    record,
    beforeReading: async () => undefined,
    trace: { span: () => {}, read: () => {}, call: () => {}, task: () => {} },
    pause: (...given) => {
      rests += 1;
      return pause(...given);
    },
    ...{ clock, ids: (kind: string) => `${kind}_1`, log: createLogger("test", "silent") },
  });
});
afterEach(async () => {
  may = false;
  job.forget();
  await job.close();
  rmSync(home, { recursive: true });
});

const waits = () => expect.poll(() => job.waiting()).toBeDefined();
const isDone = () => expect.poll(() => kept.size, { timeout: 20_000 }).toBe(documents);
const holdsBad = ({ texts }: EmbeddingRequest) => texts.includes(`Fruit of kind ${bad}.`);

/** The provider holds the request of this number until it is told to go on. */
function holding(number: number) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  script = async (request, at) => {
    if (at === number) {
      reached.resolve();
      await held.promise;
    }
    return faithfully(request);
  };
  return { reached: reached.promise, release: held.resolve };
}

describe("one passage that the model cannot take", () => {
  const broken: Record<string, EmbeddingReply> = {
    "refuses it": { wire: { status: 400, chunks: ["{}"] } },
    "gives it no vector": { vectors: [] },
    "gives vectors of another length": { vectors: [[1, 2], ...Array(documents - 1).fill([1])] },
  };
  it.each(Object.entries(broken))("is left out where the model %s", async (_, reply) => {
    script = (request) => (holdsBad(request) ? reply : faithfully(request));
    job.begin();
    await isDone();
    expect([...kept].filter(([, vector]) => vector === null)).toEqual([[hashOf(bad), null]]);
  });

  const failing: Record<string, EmbeddingReply> = {
    "fails at it": { wire: { status: 500, chunks: ["{}"] } },
    "breaks off at it": { wire: { chunks: ['{"data":['] } },
  };
  it.each(Object.entries(failing))(
    "is left out where the server %s a second time",
    async (_, reply) => {
      script = (request) => (holdsBad(request) ? reply : faithfully(request));
      job.begin();
      await waits();
      expect(server.asked.map(({ texts }) => texts.length)).toEqual([20, 20, 20]);
      expect(kept.size).toBe(0);
      job.wake();
      await isDone();
      expect([...kept].filter(([, vector]) => vector === null)).toEqual([[hashOf(bad), null]]);
    },
  );

  it("is none where the server takes no text at all", async () => {
    script = () => ({ wire: { status: 500, chunks: ["{}"] } });
    job.begin();
    await waits();
    job.wake();
    await expect.poll(() => server.asked.at(-1)?.texts).toEqual(["A text of a few plain words."]);
    await waits();
    expect(kept.size).toBe(0);
    expect(server.asked.filter(({ texts }) => texts.length < documents)).toHaveLength(3);
  });
});

describe("a batch under way", () => {
  it.each([
    ["the work is paused", () => (may = false)],
    ["another model is set", () => (model = configured("n"))],
    ["its folder is agreed to no more", () => agreed.clear()],
  ])("is broken off when %s, and nothing of it is kept", async (_, change) => {
    const { reached, release } = holding(1);
    job.begin();
    await reached;
    const before = model;
    change();
    job.wake();
    release();
    if (model === before) {
      may = true;
      agreed.add("notes");
      job.wake();
    }
    await isDone();
    expect(server.asked.map(({ texts }) => texts.length)).toEqual([20, 20]);
    expect(job.waiting()).toBeUndefined();
  });

  it("is broken off when the vectors are forgotten", async () => {
    const { reached, release } = holding(1);
    job.begin();
    await reached;
    may = false;
    job.forget();
    release();
    await job.close();
    expect(kept.size).toBe(0);
  });

  it("is not tried again when the work was paused after it failed", async () => {
    script = () => {
      may = false;
      return { wire: { status: 503, chunks: ["{}"] } };
    };
    job.begin();
    await expect.poll(() => server.asked.length).toBe(1);
    await job.close();
    expect(server.asked).toHaveLength(1);
  });
});

describe("what is sent", () => {
  it("is counted at every try, also where no answer comes", async () => {
    script = (request, number) =>
      number === 1 ? { wire: { status: 503, chunks: ["{}"] } } : faithfully(request);
    job.begin();
    await isDone();
    const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
    expect(record.sent(model.identity)).toMatchObject({
      ...{ requests: 2, passages: 2 * documents, characters: 2 * characters },
    });
  });

  it("stands in the record before it is sent", async () => {
    const { reached, release } = holding(1);
    job.begin();
    await reached;
    const { identity } = model;
    expect(createEmbeddingRecord(home).sent(identity)).toMatchObject({ requests: 1, tokens: 0 });
    release();
    await isDone();
  });

  it("is nothing more once the docs server has refused the vectors, until a person acts", async () => {
    const take = put;
    put = () => {
      throw saidError("validation", "embedding.wrong_length", { got: 3, wanted: 2 });
    };
    job.begin();
    await waits();
    expect(job.waiting()?.until).toBeUndefined();
    await expect.poll(() => rests).toBe(1);
    passTime(24 * 60 * 60_000);
    await expect.poll(() => rests).toBe(2);
    expect(server.asked).toHaveLength(1);
    put = take;
    job.wake();
    await isDone();
    expect(server.asked).toHaveLength(2);
  });
});
