import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { projectDir } from "#lib/platform/project";
import { type Corpus, writeFiles } from "../../bench/corpus/corpus.ts";
import { writePort } from "../../bench/programs/over-documents.ts";
import { startWebServer, type WebServer } from "../../bench/programs/web-server.ts";
import type { Figure } from "../../bench/results-file.ts";
import { lackingOwnPostgres, startPostgres } from "../../tests/store/postgres/server.ts";
import { askAll, type Journal, newJournal, type Person } from "./team/asking.ts";
import { faultsOf, type Happened, happen, type Team } from "./team/faults.ts";
import { figuresOf } from "./team/figures.ts";
import { type Lan, lackingLan, openLan } from "./team/lan.ts";
import { isReady, watchServers } from "./team/ready-servers.ts";
import { startSearchNodes } from "./team/search-nodes.ts";
import { openSignIn, tokenOf } from "./team/signed-in.ts";

/**
 * A whole team on this machine: three servers as `npm start` starts them, PostgreSQL, three search nodes, each a process of its
 * own; fifty people who have signed in and ask over shared folders, ten of whom may not read one of them. Each process is
 * killed in turn, and networks are cut. Before it the same people ask one server with the embedded engine and a file.
 */
const servers = 3;
const many = 50;
/** So many may not read the folder of the group. */
const outside = 10;
const pagesEach = 6;
const files = 300;
const port = 5432;

export async function soakTeamLoad(
  corpus: Corpus,
  seconds: number,
  think_s: number,
): Promise<Figure[]> {
  if (lackingOwnPostgres !== undefined)
    return [{ row: "TEAM", what: `load: not run. ${lackingOwnPostgres}`, value: 0, unit: "" }];
  const lacking = lackingLan();
  const lan = lacking === undefined ? openLan() : undefined;
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-team-")));
  const closing: (() => unknown)[] = [
    () => rmSync(dir, { recursive: true, force: true }),
    () => lan?.close(),
  ];
  try {
    chmodSync(dir, 0o755); // the database reads who may connect there, as another user
    const folders = writeFolders(dir, corpus);
    const accounts = new Map(
      folders.map(({ name, groups }): [string, { name: string; groups: string[] }] => [
        name,
        { name, groups: ["readers", ...groups] },
      ]),
    );
    const signIn = await openSignIn(accounts);
    closing.push(signIn.close);
    const open = (home: string, env: Record<string, string>) =>
      start(dir, home, { ...signIn.env, ...env });
    const peopleAt = async (address: string): Promise<Person[]> => {
      const people: Person[] = [];
      for (const one of folders) people.push({ ...one, token: await tokenOf(one.name, address) });
      return people;
    };

    console.error("one server");
    const one = newJournal();
    const alone = await open("alone", { DATABASE_URL: "", SEARCH_URL: "" });
    closing.push(alone.stop);
    const before = await peopleAt(alone.address);
    await warm([alone], before);
    await ask(before, one, {
      pick: () => alone.address,
      think_s,
      seconds: Math.max(20, seconds / 5),
    });
    await alone.stop();

    console.error("the team");
    const nodes = await startSearchNodes(lan);
    closing.push(nodes.close);
    const { postgres, urls, database } = await startDatabase(dir, lan);
    closing.push(postgres.stop);
    const ready = watchServers(servers);
    closing.push(ready.close);
    const groups: number[] = [];
    const started: WebServer[] = [];
    const team: Team = {
      ...{ web: Array.from({ length: servers }), ready, postgres, nodes, lan, database },
      async startWeb(place) {
        const url = urls[place] ?? urls[0] ?? "";
        const home = `home-${place}`;
        const web = await open(home, { DATABASE_URL: url, SEARCH_URL: nodes.urls });
        started.push(web);
        groups.push(web.group);
        team.web[place] = web;
        ready.put(place, web.address);
        while (!ready.isReady(place)) await after(100);
      },
    };
    closing.push(() => Promise.all(started.map((web) => web.stop())));
    for (let place = 0; place < servers; place++) await team.startWeb(place);
    const webs = team.web.filter((web) => web !== undefined);
    const people = await peopleAt(webs[0]?.address ?? "");
    await warm(webs, people);
    if (!(await nodes.whole(60))) throw new Error("the index did not get whole");

    const calm_s = seconds / 10;
    const calm = newJournal();
    const { pick } = ready;
    await ask(people, calm, { pick, think_s, seconds: calm_s });
    const rough = newJournal();
    let happened: Happened[] | undefined;
    const whole = async () => {
      if (!(await nodes.whole(60))) console.error("… the index is not whole yet");
    };
    const happening = happen(faultsOf(team), { seconds: seconds - calm_s, whole });
    happening.then(
      (all) => (happened = all),
      () => (happened = []),
    );
    await askAll({ people, pick, until: () => happened !== undefined, think_s, journal: rough });
    const all = await happening;
    const left = groups.filter(isThere).length - webs.length;
    return await figuresOf({
      ...{ one, calm, rough, happened: all, people, think_s, lacking },
      ...{ url: postgres.urlOf(databaseName), address: team.web[1]?.address ?? "", left },
    });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

const databaseName = "docent_team";

/** Its pages are each person's own: half of them in the folder of the group, for who may read that. */
function writeFolders(dir: string, corpus: Corpus) {
  const shared = path.join(dir, "shared");
  const closed = path.join(dir, "closed");
  writeFiles(corpus, shared, 0, Math.min(files, corpus.size));
  const inShared = path.join(shared, "ports");
  for (const folder of [inShared, closed]) mkdirSync(folder, { recursive: true });
  const roots = [
    { id: "shared", label: "Shared", path: shared },
    { id: "closed", label: "Closed", path: closed, groups: ["inside"] },
  ];
  const auth = {
    public_url: "https://docs.example",
    roles: { editor: ["readers"] },
  };
  writeFileSync(path.join(dir, "config.json"), JSON.stringify({ doc_access: { roots }, auth }));
  const secret = Array.from({ length: pagesEach }, (_, i) => writePort(closed, 2_000 + i));
  return Array.from({ length: many }, (_, n) => {
    const inside = n % (many / outside) !== 0;
    const pages = Array.from({ length: pagesEach }, (_, i) =>
      writePort(inside && i % 2 === 1 ? closed : inShared, n * pagesEach + i),
    );
    const name = `Person ${n}`;
    return { n, name, pages, closed: inside ? [] : secret, groups: inside ? ["inside"] : [] };
  });
}

async function start(dir: string, home: string, env: Record<string, string>): Promise<WebServer> {
  const at = path.join(dir, home);
  mkdirSync(at, { recursive: true, mode: 0o700 });
  for (const name of ["artifacts", "sandboxes", "web"]) {
    const there = path.join(dir, "files", name);
    mkdirSync(there, { recursive: true });
    try {
      symlinkSync(there, path.join(at, name));
    } catch {
      // It was started here before.
    }
  }
  const web = await startWebServer(projectDir(), {
    ...{ DOCENT_HOME: at, DOCENT_CONFIG: path.join(dir, "config.json"), DOCENT_LOG_LEVEL: "error" },
    ...env,
  });
  while (!(await isReady(web))) await after(100);
  return web;
}

/** Until each has read the folders, as who may read all of them and as who may not is told. */
async function warm(webs: readonly WebServer[], people: readonly Person[]): Promise<void> {
  for (const { address } of webs) {
    for (const { token, pages } of [people[0], people[1]].filter((one) => one !== undefined)) {
      for (;;) {
        const asked = await fetch(`${address}/api/ask`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify({ question: pages[0]?.question, store: false }),
        });
        const text = await asked.text();
        if (asked.ok && text.includes(`"text":"The port of`)) break;
        await after(500);
      }
    }
  }
}

const ask = (
  people: readonly Person[],
  journal: Journal,
  how: {
    pick: (home: number, attempt: number) => string | undefined;
    think_s: number;
    seconds: number;
  },
): Promise<void> => {
  const end = performance.now() + how.seconds * 1000;
  const until = () => performance.now() > end;
  return askAll({ people, journal, until, pick: how.pick, think_s: how.think_s });
};

/** Where networks can be made it has one, with an address for each server of Docent, so that one of them can be cut off. */
async function startDatabase(dir: string, lan: Lan | undefined) {
  const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];
  if (lan === undefined) {
    const postgres = await startPostgres(durable);
    const urls = Array.from({ length: servers }, () => postgres.urlOf(databaseName));
    await makeDatabase(postgres.url);
    return { postgres, urls, database: undefined };
  }
  const place = lan.place("database", servers);
  const hba = path.join(dir, "hba.conf");
  writeFileSync(hba, "local all all trust\nhost all all 10.0.0.0/8 trust\n", { mode: 0o644 });
  const listen = `listen_addresses=${place.addresses.join(",")}`;
  const settings = [...durable, listen, `port=${port}`, `hba_file=${hba}`];
  const postgres = await startPostgres(settings, place.within);
  await makeDatabase(postgres.url);
  const urls = place.addresses.map(
    (address) => `postgres://docent@${address}:${port}/${databaseName}`,
  );
  return { postgres, urls, database: { place, addresses: place.addresses } };
}

async function makeDatabase(url: string): Promise<void> {
  const { Client } = await import("pg").then(({ default: pg }) => pg);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${databaseName}`);
  await client.end();
}

/** Whether a group of processes has any that has not ended. */
function isThere(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
