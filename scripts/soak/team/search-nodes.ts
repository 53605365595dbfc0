import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { projectDir } from "#lib/platform/project";
import { bringSearchPackages, searchPackages } from "../../test/search-packages.mjs";
import type { Lan, Place } from "./lan.ts";

/** Three nodes of OpenSearch that are one cluster, each a process of its own with data of its own. */
export type SearchNodes = {
  /** As SEARCH_URL takes them. */
  urls: string;
  places: readonly (Place | undefined)[];
  /** As by `kill -9`. */
  kill(number: number): Promise<void>;
  /** With what it had. Resolves when it has found the others. */
  start(number: number): Promise<void>;
  signal(number: number, name: NodeJS.Signals): void;
  /** Whether every part and copy of the index is there, by now or within that time. */
  whole(seconds: number): Promise<boolean>;
  close(): void;
};

const size = 3;
const http = 19_200;
const memory = "1g";

export async function startSearchNodes(lan: Lan | undefined): Promise<SearchNodes> {
  bringSearchPackages();
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-search-nodes-"));
  // Once for all that are started.
  const source = path.join(projectDir(), "tests/search/opensearch/nodes/Nodes.java");
  execFileSync("javac", ["-cp", path.join(searchPackages, "*"), "-d", home, source]);
  const places = Array.from({ length: size }, (_, n) => lan?.place(`node-${n}`));
  const addresses = places.map((place) => place?.addresses[0] ?? "127.0.0.1");
  const all = addresses.map((address, n) => `http://${address}:${http + n}`);
  const nodes: (ChildProcess | undefined)[] = [];

  async function start(number: number): Promise<void> {
    const [command = "", ...args] = [
      ...(places[number]?.within ?? []),
      ...["java", `-Xms${memory}`, `-Xmx${memory}`, "-XX:+UseSerialGC"],
      ...["-cp", `${path.join(searchPackages, "*")}:${home}`, "Nodes"],
      ...[home, String(size), String(http), String(number), addresses.join(",")],
    ];
    const node = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    nodes[number] = node;
    const ended = once(node, "exit").then(() => {
      throw new Error(`search node ${number} ended before it was ready`);
    });
    ended.catch(() => undefined); // later it may
    await Promise.race([untilReady(node), ended]);
  }

  const url = all.join(",");
  await Promise.all(places.map((_, n) => start(n)));
  return {
    ...{ urls: url, places, start },
    async kill(number) {
      const node = nodes[number];
      if (node === undefined) return;
      const gone = once(node, "exit");
      node.kill("SIGKILL");
      await gone;
    },
    signal: (number, name) => void nodes[number]?.kill(name),
    async whole(seconds) {
      const until = performance.now() + seconds * 1000;
      for (let n = 0; performance.now() < until; n++) {
        const wait = `wait_for_status=green&wait_for_nodes=${size}&timeout=1s`;
        try {
          const signal = AbortSignal.timeout(5_000);
          const health = await fetch(`${all[n % size]}/_cluster/health?${wait}`, { signal });
          const { status } = (await health.json()) as { status?: string };
          if (health.ok && status === "green") return true;
        } catch {
          // That one is away.
        }
      }
      return false;
    },
    close() {
      for (const node of nodes) node?.kill("SIGKILL");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error("the node has no output");
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith("ready ")) break;
  }
  stdout.resume();
}
