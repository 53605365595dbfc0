import os from "node:os";
import pg from "pg";
import { lookAtDatabase } from "#lib/store/look-at-database";
import { type Figure, rounded } from "../../../bench/results-file.ts";
import type { Asked, Failure, Journal, Person } from "./asking.ts";
import type { Happened } from "./faults.ts";

/** What the run has shown: what people were told beside what is stored, what each fault cost them, and how long answers took. */
export async function figuresOf(run: {
  one: Journal;
  calm: Journal;
  rough: Journal;
  happened: readonly Happened[];
  people: readonly Person[];
  think_s: number;
  /** Why no network could be cut. */
  lacking: string | undefined;
  url: string;
  /** Of a server that is there at the end. */
  address: string;
  /** Groups of processes that are there beside those of the servers. */
  left: number;
}): Promise<Figure[]> {
  const { one, calm, rough, happened, people } = run;
  const asked = [...calm.asked, ...rough.asked];
  const stored = await storedTurns(run.url);
  const whole = stored.filter(({ cut }) => cut !== "true");
  const byRun = new Map(stored.map((row) => [row.run_id, row]));
  const told = new Set(asked.map(({ run_id }) => run_id));
  const broken = new Set([...calm.told, ...rough.told]);
  const lost = asked.filter(({ run_id }) => !byRun.has(run_id));
  const crossed = asked.filter(({ run_id, person, page, foreign }) => {
    const row = byRun.get(run_id);
    return (
      foreign || (row !== undefined && (row.name !== person.name || row.question !== page.question))
    );
  });
  const unknown = whole.filter(({ run_id }) => !told.has(run_id) && !broken.has(run_id));
  const gaveUp = calm.unanswered + rough.unanswered;
  const foreign = await shownOfOthers(run.address, people, stored);
  const { audit } = await lookAtDatabase(run.url);
  const lackingPage = asked.filter(({ right, closed }) => !right && !closed);
  const leaked = asked.filter(({ right, closed }) => !right && closed);
  return [
    of(
      `3 web servers, PostgreSQL, 3 search nodes; ${people.length} people`,
      asked.length,
      "answers",
    ),
    of("… pause for thought, on average", run.think_s, "s"),
    of("… questions a second", rounded(perSecond(asked), 2)),
    none("stored turns lost", lost.length),
    none("… stored beyond what was told", Math.max(0, unknown.length - gaveUp)),
    none("… that are another's, or to another question", crossed.length),
    none("… conversations of others shown, by list or by id", foreign),
    none("answers without the page that was asked for", lackingPage.length),
    none("… with lines of a folder that the person may not read", leaked.length),
    none("questions never answered", gaveUp),
    none("runs that nobody has afterwards", await count(run.url, "runs WHERE state = 'running'")),
    none("links of the audit that are broken", audit?.broken.length ?? 1),
    none("processes that killed servers left", run.left),
    of("turns that say they were broken off or failed", broken.size),
    of("streams read on at another server", rough.read_on),
    ...(run.lacking === undefined ? [] : [of(`no network was cut: ${run.lacking}`, "")]),
    ...happened.map((fault) => ofFault(fault, rough)),
    of("attempts that failed without a fault", calm.failures.length),
    of("what failed", kinds(rough.failures)),
    of("one server, embedded engine, a file: p50, p95", times(one.asked), "ms"),
    of("… answers, questions a second", `${one.asked.length}, ${rounded(perSecond(one.asked), 2)}`),
    none("… without the page that was asked for", one.asked.filter(({ right }) => !right).length),
    of("the team without a fault: p50, p95", times(calm.asked), "ms"),
    of("the team while each process is killed: p50, p95", times(rough.asked), "ms"),
    of("load of the machine", rounded(os.loadavg()[0] ?? 0, 1)),
  ];
}

const of = (what: string, value: number | string, unit = ""): Figure => ({
  ...{ row: "TEAM", what, value, unit },
});
const none = (what: string, value: number): Figure => ({
  ...of(what, value),
  ...{ limit: "0", ok: value === 0 },
});

/** In how many seconds an attempt failed that began then, when the last of them began after the fault, and what answers took. */
function ofFault({ name, from, mended, to }: Happened, { asked, failures }: Journal): Figure {
  const during = failures.filter(({ at }) => at >= from && at < to);
  const after = (at: number) => rounded((at - from) / 1000, 1);
  const seconds = new Set(during.map(({ at }) => Math.floor((at - from) / 1000)));
  const [first, last] = [during[0], during.at(-1)];
  const when = first && last ? `, ${after(first.at)} to ${after(last.at)} s after it` : "";
  const took = times(asked.filter(({ at }) => at >= from && at < to));
  const value = `errors in ${seconds.size} s (${during.length} attempts${when}; mended after ${after(mended)} s); ${took} ms`;
  return of(name, value);
}

const sortedTimes = (asked: readonly Asked[]) => asked.map(({ ms }) => ms).sort((a, b) => a - b);
function times(asked: readonly Asked[]): string {
  const sorted = sortedTimes(asked);
  const at = (share: number) =>
    rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN, 0);
  return `${at(0.5)}, ${at(0.95)}`;
}

function perSecond(asked: readonly Asked[]): number {
  const ends = asked.map(({ at, ms }) => at + ms);
  const span = Math.max(...ends) - Math.min(...asked.map(({ at }) => at));
  return (asked.length * 1000) / span;
}

function kinds(failures: readonly Failure[]): string {
  const counts = Object.entries(Object.groupBy(failures, ({ what }) => what));
  return counts.map(([what, all = []]) => `${what} ${all.length}`).join(", ") || "nothing";
}

type Row = Record<"run_id" | "thread_id" | "question" | "name", string> & { cut: string | null };

const storedTurns = (url: string): Promise<Row[]> =>
  ask<Row>(
    url,
    `SELECT m.run_id, m.thread_id, m.question, p.name, m.answer::json ->> 'interrupted' AS cut
       FROM messages m LEFT JOIN people p ON p.id = m.owner`,
  );

async function count(url: string, from: string): Promise<number> {
  const [row] = await ask<{ n: string }>(url, `SELECT count(*) AS n FROM ${from}`);
  return Number(row?.n);
}

async function ask<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T & pg.QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Each person asks for their list, and for a conversation of each of five others. */
async function shownOfOthers(
  address: string,
  people: readonly Person[],
  stored: readonly Row[],
): Promise<number> {
  const ownerOf = new Map(stored.map(({ thread_id, name }) => [thread_id, name]));
  let shown = 0;
  for (const { n, name, token } of people) {
    const headers = { authorization: `Bearer ${token}` };
    const list = await (await fetch(`${address}/api/threads?limit=100`, { headers })).text();
    for (const [thread, owner] of ownerOf) if (owner !== name && list.includes(thread)) shown += 1;
    for (let i = 1; i <= 5; i++) {
      const other = people[(n + i * 7) % people.length]?.name;
      const [thread] = [...ownerOf].find(([, owner]) => owner === other) ?? [];
      if (thread === undefined || other === name) continue;
      const got = await fetch(`${address}/api/threads/${thread}`, { headers });
      if (got.status !== 404) shown += 1;
    }
  }
  return shown;
}
