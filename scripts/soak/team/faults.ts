import { setTimeout as after } from "node:timers/promises";
import type { WebServer } from "../../../bench/programs/web-server.ts";
import type { TestServer } from "../../../tests/store/postgres/server.ts";
import type { Lan, Place } from "./lan.ts";
import type { ReadyServers } from "./ready-servers.ts";
import type { SearchNodes } from "./search-nodes.ts";

/** What is done to the team, one after the other: begun, left alone for some seconds, mended. */
export type Fault = { name: string; begin(): Promise<void>; away_s: number; end(): Promise<void> };

export type Team = {
  web: (WebServer | undefined)[];
  startWeb(place: number): Promise<void>;
  ready: ReadyServers;
  postgres: TestServer;
  nodes: SearchNodes;
  lan: Lan | undefined;
  database: { place: Place; addresses: readonly string[] } | undefined;
};

/** A supervisor starts a process again at once; a machine takes longer. */
const supervisor_s = 2;
const database_s = 5;
const node_s = 15;
/** Longer than a server may be silent before others take its work. */
const cut_s = 36;
const node_cut_s = 30;

export function faultsOf(team: Team): Fault[] {
  const killWeb = (place: number): Fault => ({
    name: `web server ${place + 1} killed`,
    begin: async () => team.web[place]?.kill(),
    away_s: supervisor_s,
    end: () => team.startWeb(place),
  });
  const killNode = (number: number): Fault => ({
    name: `search node ${number + 1} killed, away for ${node_s} s`,
    begin: () => team.nodes.kill(number),
    away_s: node_s,
    end: () => team.nodes.start(number),
  });
  return [
    killWeb(0),
    killNode(0),
    {
      name: `PostgreSQL killed, away for ${database_s} s`,
      begin: () => team.postgres.kill(),
      away_s: database_s,
      end: () => team.postgres.again(),
    },
    killWeb(1),
    killNode(1),
    cutNode(team, 2),
    killWeb(2),
    killNode(2),
    cutWeb(team, 0),
  ];
}

/** One node and the others hear each other no more; the servers of Docent hear all of them. */
function cutNode({ lan, nodes }: Team, number: number): Fault {
  const place = nodes.places[number];
  const others = nodes.places.filter((other) => other !== place);
  if (lan === undefined || place === undefined) {
    return {
      name: `search node ${number + 1} stopped (SIGSTOP) for ${node_cut_s} s`,
      begin: async () => nodes.signal(number, "SIGSTOP"),
      away_s: node_cut_s,
      end: async () => nodes.signal(number, "SIGCONT"),
    };
  }
  let mends: (() => void)[] = [];
  return {
    name: `search node ${number + 1} cut off from the other two for ${node_cut_s} s`,
    async begin() {
      mends = others.flatMap((other) => (other === undefined ? [] : [lan.cut(place, other)]));
    },
    away_s: node_cut_s,
    async end() {
      for (const mend of mends) mend();
    },
  };
}

/** A server of Docent and the database hear each other no more: others take its place, and it has to end by itself. */
function cutWeb(team: Team, place: number): Fault {
  const { lan, database } = team;
  const address = database?.addresses[place];
  let mend = (): void => undefined;
  /** Which ends once it knows, and is started again as a supervisor does. */
  const again = async () => {
    mend();
    const old = team.web[place];
    const ended = await Promise.race([old?.ended.then(() => true), after(60_000, false)]);
    if (ended !== true) throw new Error(`web server ${place + 1} did not end by itself`);
    await team.startWeb(place);
  };
  if (lan === undefined || database === undefined || address === undefined) {
    return {
      name: `web server ${place + 1} stopped (SIGSTOP) for ${cut_s} s, then replaced`,
      async begin() {
        process.kill(team.web[place]?.group ?? 0, "SIGSTOP");
        mend = () => process.kill(team.web[place]?.group ?? 0, "SIGCONT");
      },
      ...{ away_s: cut_s, end: again },
    };
  }
  return {
    name: `web server ${place + 1} cut off from the database for ${cut_s} s, then replaced`,
    async begin() {
      mend = lan.cutAddress(database.place, address);
    },
    ...{ away_s: cut_s, end: again },
  };
}

export type Happened = { name: string; from: number; mended: number; to: number };

/** Each fault in a part of the time that is as long as the others', or longer where the team needs it. */
export async function happen(
  faults: readonly Fault[],
  { seconds, whole }: { seconds: number; whole: () => Promise<void> },
): Promise<Happened[]> {
  const all: Happened[] = [];
  const began = performance.now();
  for (const [n, { name, begin, away_s, end }] of faults.entries()) {
    const from = performance.now();
    console.error(name);
    await begin();
    await after(away_s * 1000);
    await end();
    const mended = performance.now();
    await whole();
    const left = began + ((n + 1) * seconds * 1000) / faults.length - performance.now();
    if (left > 0) await after(left);
    all.push({ name, from, mended, to: performance.now() });
  }
  return all;
}
