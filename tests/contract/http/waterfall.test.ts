import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SpansPage, TraceDetail } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { rowAsked } from "../../../components/activity/trace/row-asked.ts";
import { traceHref } from "../../../components/activity/trace/trace-address.ts";
import {
  citedFrom,
  readsOf,
  type WaterfallRow,
  waterfallRows,
} from "../../../components/activity/trace/waterfall-rows.ts";
import { type Http, openHttp } from "./open-http.ts";

/** The chain that the page walks, from what the server tells of a question that was really asked. */
let http: Http;
let answer: Answer;
let detail: TraceDetail;
let rows: WaterfallRow[];

beforeAll(async () => {
  http = await openHttp();
  http.write(
    "notes/keys.md",
    "# Keys\n\n## Rotation\n\nThe signing key is rotated every ninety days.\n",
  );
  const question = "When is the signing key rotated?";
  answer = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
  const at = `/api/traces/${answer.trace_id}`;
  detail = TraceDetail.parse(await (await http.get(at)).json());
  const { spans } = SpansPage.parse(await (await http.get(`${at}/spans`)).json());
  rows = waterfallRows(spans, detail.reads, detail.outcome);
});
afterAll(() => http.close());

describe("the waterfall of an answer", () => {
  it("leads from the request by the agents and their calls to the bytes read, the claims and their citations", () => {
    const kinds = rows.map((row) => (row.kind === "span" ? row.span.kind : row.kind));
    for (const kind of ["request", "agent", "task", "tool_call", "read", "claim", "citation"]) {
      expect(kinds).toContain(kind);
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    const reads = rows.filter((row) => row.kind === "read");
    for (const { depth } of reads) expect(depth).toBeGreaterThan(2); // each below its call
  });

  it("leads from every citation to lines that were read and hold it, and from these back", () => {
    expect(answer.citations.length).toBeGreaterThan(0);
    for (const { id, locator } of answer.citations) {
      const { line_start, line_end } = locator;
      const key = rowAsked(
        new URL(traceHref(answer.trace_id, { citation: id }), "http://127.0.0.1").searchParams,
        rows,
      );
      const row = rows.find((one) => one.key === key);
      if (row?.kind !== "citation") throw new Error(`citation ${id} has no row`);
      expect(row.citation).toMatchObject({ line_start, line_end });
      const [read] = readsOf(row.citation, detail.reads);
      if (read === undefined) throw new Error(`nobody read the lines of citation ${id}`);
      expect(citedFrom(read, rows).map((one) => one.citation.id)).toContain(id);
    }
  });

  it("has a row for every step that the answer tells of", () => {
    expect(answer.steps?.length).toBeGreaterThan(0);
    for (const step of answer.steps ?? []) {
      const href = traceHref(answer.trace_id, { step });
      const key = rowAsked(new URL(href, "http://127.0.0.1").searchParams, rows);
      expect(rows.some((row) => row.key === key)).toBe(true);
    }
  });

  it("can be replayed without a model, and names the conversation that it belongs to", () => {
    expect(detail.trace?.thread_id).toBe(answer.thread_id);
    expect(detail.replay.recorded || detail.replay.live).toBe(true);
  });
});
