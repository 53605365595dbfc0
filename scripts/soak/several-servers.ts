import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import os from "node:os";
import { setTimeout as after } from "node:timers/promises";
import { z } from "zod";
import { lookAtDatabase } from "#lib/store/look-at-database";
import { type Figure, rounded } from "../../bench/results-file.ts";
import { openServers, type Server, type Servers } from "../../tests/servers/many-servers.ts";
import { lackingOwnPostgres } from "../../tests/store/postgres/server.ts";

/**
 * Three servers on one database, each a process of its own, and people who ask for a while, each about a page of their own and
 * under a key for each question. In turn one server after the other is killed and started again; whoever meets an error asks
 * again at another server under the same key, as a client does.
 */
const size = 3;
const askers = 20;
/** Between two kills: one is found out, settled and started again by then. */
const killEveryMs = 15_000;
const attempts = 40;
const Told = z.object({
  run_id: z.string(),
  thread_id: z.string(),
  claims: z.array(z.object({ text: z.string() })),
});

type Asked = { key: string; run_id: string; thread_id: string; own: boolean; ms: number };
type Count = { asked: Asked[]; errors: Set<number>; failed: number; unanswered: number };

export async function soakSeveralServers(seconds: number): Promise<Figure[]> {
  if (lackingOwnPostgres !== undefined) {
    return [
      { row: "TEAM", what: `several servers: not run. ${lackingOwnPostgres}`, value: 0, unit: "" },
    ];
  }
  const servers = await openServers();
  try {
    for (let n = 0; n < askers; n++) {
      writeFileSync(
        servers.at("notes", `gate-${n}.md`),
        `# Gate ${n}\n\nThe gate ${n} opens at port ${portOf(n)}.\n`,
      );
    }
    const alone = await servers.start({ DATABASE_URL: "" });
    const one = await ask(() => alone, seconds / 3);
    await alone.stop();
    const there = await Promise.all(Array.from({ length: size }, () => servers.start()));
    let kills = 0;
    let over = false;
    const killing = (async () => {
      for (let turn = 0; !over; turn++) {
        await after(killEveryMs);
        if (over) return;
        await there[turn % size]?.kill();
        kills += 1;
        there[turn % size] = await servers.start();
      }
    })();
    const many = await ask((n) => there[n % size], seconds);
    over = true;
    await killing;
    return await figuresOf(servers, one, many, kills);
  } finally {
    await servers.close();
  }
}

const portOf = (n: number): number => 41_000 + n * 7;

async function ask(serverOf: (n: number) => Server | undefined, seconds: number): Promise<Count> {
  const count: Count = { asked: [], errors: new Set(), failed: 0, unanswered: 0 };
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: askers }, (_, n) => askOn(n)));
  return count;

  async function askOn(n: number): Promise<void> {
    for (let asked = n; performance.now() < until; asked++) {
      const key = randomUUID();
      const began = performance.now();
      const told = await untilAnswered(n, asked, key);
      if (told === undefined) {
        count.unanswered += 1;
        continue;
      }
      const own = told.claims.some(({ text }) => text.includes(String(portOf(n))));
      const { run_id, thread_id } = told;
      count.asked.push({ key, run_id, thread_id, own, ms: performance.now() - began });
    }
  }

  async function untilAnswered(n: number, first: number, key: string) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        const question = `At which port does gate ${n} open?`;
        const body = { question };
        const server = serverOf(first + attempt);
        const response = await server?.post("/api/ask", body, { "idempotency-key": key });
        if (response?.status === 200) return Told.parse(await response.json());
      } catch {
        // The server is gone, or went away meanwhile.
      }
      count.failed += 1;
      count.errors.add(Math.floor(performance.now() / 1000));
      await after(100);
    }
    return undefined;
  }
}

async function figuresOf(
  servers: Servers,
  one: Count,
  many: Count,
  kills: number,
): Promise<Figure[]> {
  const rows = await servers.asked(
    "SELECT run_id, thread_id, answer::json ->> 'interrupted' AS cut FROM messages",
  );
  const whole = rows.filter(({ cut }) => cut !== "true");
  const stored = new Set(whole.map(({ run_id }) => String(run_id)));
  const lost = many.asked.filter(({ run_id }) => !stored.has(run_id)).length;
  const threads = Map.groupBy(whole, ({ thread_id }) => thread_id);
  const twice = [...threads.values()].filter((turns) => turns.length > 1).length;
  const unknown = whole.length - many.asked.length;
  const crossed = many.asked.filter(({ own }) => !own).length;
  const running = rows.length === 0 ? 0 : await countOf(servers, "runs WHERE state = 'running'");
  const { audit } = await lookAtDatabase(servers.url);
  const of = (what: string, value: number | string, unit = ""): Figure => ({
    ...{ row: "TEAM", what, value, unit },
  });
  const none = (what: string, value: number): Figure => ({
    ...of(what, value),
    ...{ limit: "0", ok: value === 0 },
  });
  const at = (count: Count, share: number) => {
    const sorted = count.asked.map(({ ms }) => ms).sort((a, b) => a - b);
    return rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN, 0);
  };
  return [
    of(`${size} servers, ${askers} people: questions answered`, many.asked.length),
    of("… servers killed meanwhile", kills),
    none("… answers that were told and are not stored", lost),
    none("… conversations with one question twice", twice),
    none("… answers stored beyond those told", Math.max(0, unknown - many.unanswered)),
    none("… answers about another one's page", crossed),
    none("… questions never answered", many.unanswered),
    none("… runs that nobody has afterwards", running),
    none("… links of the audit that are broken", audit?.broken.length ?? 1),
    of("… attempts that failed", many.failed),
    of("… seconds in which an attempt failed", many.errors.size, "s"),
    of("… p50 of a question, with its attempts", at(many, 0.5), "ms"),
    of("… p95", at(many, 0.95), "ms"),
    of("one server with a file, the same people: p50", at(one, 0.5), "ms"),
    of("… p95", at(one, 0.95), "ms"),
    of("… questions a second there, and with three servers", perSecond(one, many)),
    of("load of the machine", rounded(os.loadavg()[0] ?? 0, 1)),
  ];
}

function perSecond(one: Count, many: Count): string {
  const rate = ({ asked }: Count) => {
    const ms = asked.reduce((sum, each) => sum + each.ms, 0) / askers;
    return rounded((asked.length * 1000) / ms, 1);
  };
  return `${rate(one)}, ${rate(many)}`;
}

async function countOf(servers: Servers, from: string): Promise<number> {
  const [row] = await servers.asked(`SELECT count(*) AS n FROM ${from}`);
  return Number(row?.n);
}
