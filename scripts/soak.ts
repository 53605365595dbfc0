import { parseArgs } from "node:util";
import { folderCorpus } from "../bench/corpus/folder-corpus.ts";
import { madeCorpus } from "../bench/corpus/made-corpus.ts";
import { type Figure, report } from "../bench/results-file.ts";
import { soakAskings } from "./soak/askings.ts";
import { soakCrowd } from "./soak/crowd.ts";
import { soakFileWrites } from "./soak/file-writes.ts";
import { soakForgettingKills } from "./soak/forgetting-kills.ts";
import { soakHomeFolder } from "./soak/home-folder.ts";
import { soakHostileIndex } from "./soak/hostile-index.ts";
import { soakIndexKills } from "./soak/index-kills.ts";
import { soakIndexLife } from "./soak/index-life.ts";
import { soakGiants, soakIndexMemory, soakSmallFiles } from "./soak/index-memory.ts";
import { soakSandbox } from "./soak/sandbox.ts";
import { soakSeveralServers } from "./soak/several-servers.ts";
import { soakStoreWriters } from "./soak/store-writers.ts";
import { soakSwapRace } from "./soak/swap-race.ts";
import { soakTaskKills } from "./soak/task-kills.ts";
import { soakTeamLoad } from "./soak/team-load.ts";
import { soakToolServers } from "./soak/tool-servers.ts";

/**
 * `npm run soak`: the acceptance rows whose loops are too long or whose figures are too much of the machine for a test,
 * as a table and as JSON in `bench/results/`. Exit 1 when a limit is missed.
 */
const usage = `usage: npm run soak -- [PART …] [--seconds N] [--times N] [--corpus DIR]
  PART          only this: race, hostile-index, store, home, kills, writes, life, memory, giants, small-files, crowd,
                servers, tasks, askings, sandbox, forgetting, team, team-load
  --seconds N   how long each timed loop runs, 1 to 86400; 30 for the race and 60 for the store when it is not given;
                of the load on a team 600
  --times N     how often the index is killed while it reads and while it keeps, a program inside write and edit, and
                one inside a task, 1 to 1000; 50, 200 and 100 when it is not given. For askings: how many
                hundreds of them; 30 when it is not given. For sandbox: how many runs are cancelled on each
                backend, 50 when it is not given, and a fifth of it kills of the program
  --think N     for team-load: the pause between two questions of one of the fifty people, on average, in seconds; 25
                when it is not given
  --corpus DIR  good files to put beside the hostile ones instead of those the bench makes, the first 10,000`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let call: ReturnType<typeof readCall>;
  try {
    call = readCall(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  const figures: Figure[] = [];
  for (const part of call.parts) figures.push(...(await part()));
  report("soak", figures);
  return figures.some((figure) => figure.ok === false) ? 1 : 0;
}

function readCall(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: "string" },
      times: { type: "string" },
      think: { type: "string", default: "25" },
      corpus: { type: "string" },
    },
  });
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= 86_400)) {
    throw new Error("--seconds takes a number from 1 to 86400.");
  }
  const times = values.times === undefined ? undefined : Number(values.times);
  if (times !== undefined && !(Number.isInteger(times) && times >= 1 && times <= 1000)) {
    throw new Error("--times takes a whole number from 1 to 1000.");
  }
  const think = Number(values.think);
  if (!(think > 0 && think <= 3600))
    throw new Error("--think takes a number of seconds up to 3600.");
  const corpus = values.corpus === undefined ? madeCorpus() : folderCorpus(values.corpus);
  const all: Record<string, () => Promise<Figure[]>> = {
    race: () => soakSwapRace(seconds ?? 30),
    "hostile-index": () => soakHostileIndex(corpus),
    store: () => soakStoreWriters(seconds ?? 60),
    home: soakHomeFolder,
    kills: () => soakIndexKills(times ?? 50),
    writes: () => soakFileWrites(times ?? 200),
    life: soakIndexLife,
    memory: () => soakIndexMemory(corpus),
    giants: soakGiants,
    "small-files": soakSmallFiles,
    crowd: () => soakCrowd(corpus),
    team: () => soakSeveralServers(seconds ?? 60),
    "team-load": () => soakTeamLoad(corpus, seconds ?? 600, think),
    servers: soakToolServers,
    tasks: () => soakTaskKills(times ?? 100),
    askings: () => soakAskings(100 * (times ?? 30)),
    sandbox: () => soakSandbox(times ?? 50),
    forgetting: () => soakForgettingKills(times ?? 50),
  };
  const parts = (positionals.length === 0 ? Object.keys(all) : positionals).map((name) => {
    const part = all[name];
    if (part === undefined) throw new Error(`There is no part “${name}”.`);
    return part;
  });
  return { parts };
}
