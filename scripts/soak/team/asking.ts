import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { z } from "zod";
import { createRandom } from "../../../fixtures/hostile/random.ts";
import { eventsOf } from "../../../tests/servers/many-servers.ts";

/**
 * People who ask, each about pages of their own in conversations of their own, with a pause for thought in between. Who meets an
 * error asks again at another server under the same key, as a client does; whose stream breaks reads on at another.
 */
export type Page = { question: string; port: string };
export type Person = {
  n: number;
  name: string;
  token: string;
  pages: readonly Page[];
  /** Pages of a folder that this person may not read; asked for all the same. */
  closed: readonly Page[];
};
export type Asked = {
  person: Person;
  page: Page;
  /** Whether it is one of those that the person may not read. */
  closed: boolean;
  run_id: string;
  thread_id: string;
  right: boolean;
  /** The answer is to another question. */
  foreign: boolean;
  status: string;
  /** When it was asked for the first time, by the clock of this process, and how long until the answer was there. */
  at: number;
  ms: number;
};
export type Failure = { at: number; what: string };
export type Journal = {
  asked: Asked[];
  failures: Failure[];
  /** Turns that were told as broken off or failed: they are stored, and say so. */
  told: Set<string>;
  unanswered: number;
  read_on: number;
};

const Told = z.object({
  ...{ run_id: z.string(), thread_id: z.string(), question: z.string(), status: z.string() },
  interrupted: z.boolean().optional(),
  claims: z.array(z.object({ text: z.string() })),
  notices: z.array(z.object({ code: z.string() })).optional(),
  gaps: z.array(z.object({ message: z.string().optional() })).optional(),
});
type Told = z.infer<typeof Told>;

const turnsOfThread = 4;
/** One question in so many is streamed, and one in so many of who may not read a folder is about a page of it. */
const streamedIn = 4;
const closedIn = 5;
const patience_ms = 180_000;
const attempt_ms = 90_000;
const again_ms = 250;

export async function askAll(deps: {
  people: readonly Person[];
  pick: (home: number, attempt: number) => string | undefined;
  until: () => boolean;
  /** The pause for thought, on average. */
  think_s: number;
  journal: Journal;
}): Promise<void> {
  const { people, pick, until, think_s, journal } = deps;
  const over = new AbortController();
  const watching = (async () => {
    while (!until()) await after(200);
    over.abort();
  })();
  await Promise.all(people.map((person) => askOn(person)));
  await watching;

  async function askOn(person: Person): Promise<void> {
    const random = createRandom(person.n + 1);
    let thread_id: string | undefined;
    for (let turn = 0; ; turn++) {
      if (!(await think(random.below(1_000_000)))) return;
      if (turn % turnsOfThread === 0) thread_id = undefined;
      const closed = person.closed.length > 0 && turn % closedIn === closedIn - 1;
      const pages = closed ? person.closed : person.pages;
      const page = pages[turn % pages.length];
      if (page === undefined) return;
      const at = performance.now();
      const streamed = (turn + person.n) % streamedIn === 0;
      const told = await untilAnswered(person, { page, thread_id, streamed });
      if (told === undefined) {
        journal.unanswered += 1;
        continue;
      }
      thread_id = told.thread_id;
      const { run_id, status } = told;
      const right = closed
        ? told.claims.every(({ text }) => !person.closed.some(({ port }) => text.includes(port)))
        : told.claims.length > 0 && told.claims.every(({ text }) => text.includes(page.port));
      const foreign = told.question !== page.question;
      const ms = performance.now() - at;
      journal.asked.push({
        person,
        page,
        closed,
        run_id,
        thread_id,
        right,
        foreign,
        status,
        at,
        ms,
      });
    }
  }

  /** Exponential, as many people together are; at most four times the average. */
  async function think(millionths: number): Promise<boolean> {
    const pause = Math.min(4, -Math.log((millionths + 1) / 1_000_001)) * think_s * 1000;
    if (over.signal.aborted) return false;
    return after(pause, true, { signal: over.signal }).catch(() => false);
  }

  async function untilAnswered(
    person: Person,
    asking: { page: Page; thread_id: string | undefined; streamed: boolean },
  ): Promise<Told | undefined> {
    const until = performance.now() + patience_ms;
    let key: string = randomUUID();
    for (let attempt = 0; performance.now() < until; attempt++) {
      const at = performance.now();
      const failed = (what: string) => journal.failures.push({ at, what });
      const address = pick(person.n, attempt);
      try {
        if (address === undefined) failed("no server is ready");
        else {
          const told = await ask(person, { ...asking, key, address, attempt });
          const reading = told.notices?.some(({ code }) => code === "index_building") === true;
          if (reading) failed("the answer says that the folders are still being read");
          else if (!told.interrupted && !["error", "timeout"].includes(told.status)) return told;
          // It stands in the conversation as what it is: whoever wants the answer asks anew.
          else failed(told.interrupted ? "broken off" : saidBy(told));
          journal.told.add(told.run_id);
          key = randomUUID();
        }
      } catch (error) {
        failed(nameOf(error));
      }
      await after(again_ms);
    }
    return undefined;
  }

  async function ask(
    person: Person,
    asking: Parameters<typeof untilAnswered>[1] & { key: string; address: string; attempt: number },
  ): Promise<Told> {
    const { page, thread_id, streamed, key, address } = asking;
    const headers = { authorization: `Bearer ${person.token}` };
    const response = await fetch(`${address}/api/${streamed ? "chat" : "ask"}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        question: page.question,
        ...(thread_id === undefined ? {} : { thread_id }),
      }),
      signal: AbortSignal.timeout(attempt_ms),
    });
    if (!response.ok) throw new Refused(response.status, await response.text());
    return streamed
      ? readStream(response, { person, headers, attempt: asking.attempt })
      : Told.parse(await response.json());
  }

  /** To its end, at as many servers as it takes. */
  async function readStream(
    first: Response,
    { person, headers, attempt }: { person: Person; headers: object; attempt: number },
  ): Promise<Told> {
    const events = await eventsOf(first);
    const until = performance.now() + attempt_ms;
    for (let times = 1; events.at(-1)?.data !== "[DONE]"; times++) {
      const thread = /"thread_id":"([^"]+)"/.exec(events[0]?.data ?? "")?.[1];
      const last = events.findLast(({ id }) => id !== undefined)?.id;
      if (thread === undefined || last === undefined)
        throw new Error("a stream broke at its start");
      if (performance.now() > until) throw new Error("a stream was not read to its end");
      if (times === 1) journal.read_on += 1;
      await after(again_ms);
      const address = pick(person.n, attempt + times);
      try {
        const rest = await fetch(`${address}/api/chat/${thread}/stream`, {
          headers: { ...headers, "last-event-id": last },
          signal: AbortSignal.timeout(attempt_ms),
        });
        if (rest.ok) events.push(...(await eventsOf(rest)));
        else if (rest.status < 500) throw new Refused(rest.status, await rest.text());
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
    }
    const answer = events.findLast(({ data }) => data.startsWith('{"type":"data-answer"'));
    return Told.parse((JSON.parse(answer?.data ?? "{}") as { data?: unknown }).data);
  }
}

export const newJournal = (): Journal => ({
  ...{ asked: [], failures: [], told: new Set(), unanswered: 0, read_on: 0 },
});

const saidBy = ({ status, gaps = [] }: Told): string =>
  `the answer says ${status}: ${gaps[0]?.message?.slice(0, 60) ?? "nothing"}`;

class Refused extends Error {
  constructor(status: number, body: string) {
    const code = /"code":"([a-z_]+)"/.exec(body)?.[1] ?? "";
    super(`${status} ${code}`.trim());
  }
}

/** Of the same kind of failure always the same words. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof z.ZodError) return "an answer without its parts";
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return code ?? error.message.slice(0, 80);
}
