import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, readFile, realpath } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Access, createAccess } from "#lib/access/access";
import { type Allowed, refuse } from "#lib/access/verdict";
import { Config } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createDocsIndex } from "#lib/search/docs-index";
import { createRandom } from "../fixtures/hostile/random.ts";
import { type Figure, median, rounded } from "./results-file.ts";

/**
 * What the gate costs: microseconds per read beside reading without it and beside looking first and opening afterwards,
 * and what it adds to reading 10,000 files into an index. Every way is measured in the same run, in turns, so that a busy
 * machine is busy for all of them; the ratio is what to look at.
 */
const count = 10_000;
const rounds = 5;

export async function measureGate(): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-bench-")));
  try {
    const names = writeFolder(dir);
    const gate = createAccess({
      roots: [{ id: "bench", label: "Bench", path: dir }],
      deny: ["private", "*.draft.md", "/srv/secret"],
      doc_file_patterns: ["**/*.md", "**/*.markdown", "**/*.mdx"],
      max_file_bytes: 8_388_608,
      allow_outside_project: true,
      project_dir: path.join(dir, "project"),
      home: path.join(dir, "project/.docent"),
    });
    return [...(await measureReads(gate, dir, names)), ...(await measureIndex(gate, dir))];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measureReads(
  gate: Access,
  dir: string,
  names: readonly string[],
): Promise<Figure[]> {
  const ways: Record<string, (name: string) => Promise<unknown>> = {
    "without a gate, synchronous (readFileSync)": async (name) =>
      readFileSync(path.join(dir, name)),
    "without a gate, thread pool (readFile)": (name) => readFile(path.join(dir, name)),
    "look first, open afterwards (realpath, open, read)": async (name) => {
      const real = await realpath(path.join(dir, name));
      if (!real.startsWith(`${dir}${path.sep}`)) throw new Error("outside");
      const file = await open(real);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    "through the gate (judge, open, read)": async (name) => {
      const verdict = await gate.judge(name, "bench");
      if (verdict.kind === "refused") throw new Error(verdict.rule);
      return gate.open(verdict);
    },
    "a refusal outside the roots": (name) => gate.judge(`/srv/elsewhere/${name}`),
  };
  const times = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, read] of Object.entries(ways)) {
      const began = performance.now();
      for (const name of names) await read(name);
      times.get(way)?.push(((performance.now() - began) * 1000) / names.length);
    }
  }
  const each = (way: string) => Math.min(...(times.get(way) ?? []));
  const [bare = ""] = Object.keys(ways);
  return Object.keys(ways).map((way) => ({
    row: "gate",
    what: `one read, ${way}, best of ${rounds}`,
    value: rounded(each(way)),
    unit: `µs (${rounded(each(way) / each(bare), 2)} ×)`,
  }));
}

/** The same index over a border that allows everything and only reads. */
async function measureIndex(gate: Access, dir: string): Promise<Figure[]> {
  const [root] = gate.roots;
  if (root?.state !== "ok") throw new Error("The folder of the measurement is not readable.");
  const judge: Access["judge"] = async (given) => {
    const relative_path = String(given);
    return { kind: "allowed", root, relative_path, real_path: `${dir}/${relative_path}` };
  };
  const bare: Access = {
    roots: [root],
    judge,
    now: () => ({ judge }),
    screen: () => undefined,
    linked: () => ({ state: "outside" }),
    judgePicture: () => refuse("not_a_picture"),
    openPicture: () => {
      throw new Error("No picture is measured.");
    },
    async open({ real_path }: Allowed) {
      const bytes = readFileSync(real_path);
      const { mtimeMs, mtimeNs, ctimeNs, ino } = statSync(real_path, { bigint: true });
      const times = { mtime_ms: Number(mtimeMs), mtime_ns: mtimeNs, ctime_ns: ctimeNs };
      return { bytes, stat: { size: bytes.length, ...times, ino } };
    },
  };
  const taken: Record<"bare" | "gate", Taken[]> = { bare: [], gate: [] };
  const ways = [
    ["bare", bare],
    ["gate", gate],
  ] as const;
  for (let round = 0; round <= rounds; round += 1) {
    // Each goes first as often as the other; the first round only warms up.
    for (const [name, access] of round % 2 === 0 ? ways : [...ways].reverse()) {
      const one = await indexOnce(access);
      if (round > 0) taken[name].push(one);
    }
  }
  const best = (name: "bare" | "gate") => Math.min(...taken[name].map((one) => one.seconds));
  const cpu = (name: "bare" | "gate") => median(taken[name].map((one) => one.cpu_seconds));
  const figure = (what: string, value: number, unit: string): Figure => ({
    row: "gate",
    what,
    value: rounded(value, 2),
    unit,
  });
  const what = `index of ${count} files`;
  return [
    figure(`${what} without the gate, best of ${rounds}`, best("bare"), "s"),
    figure(`${what} through the gate, best of ${rounds}`, best("gate"), "s"),
    figure("with the gate to without, by time", best("gate") / best("bare"), "×"),
    figure("with the gate to without, by processor time", cpu("gate") / cpu("bare"), "×"),
  ];
}

type Taken = { seconds: number; cpu_seconds: number };

async function indexOnce(access: Access): Promise<Taken> {
  const log = createLogger("bench", "silent");
  const index = createDocsIndex({ access, config: Config.parse({}), clock: systemClock, log });
  try {
    const cpu = process.cpuUsage();
    const began = performance.now();
    await index.refresh();
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const { files_searchable } = index.status().coverage;
    if (files_searchable !== count) {
      throw new Error(`${files_searchable} of ${count} files were read.`);
    }
    return { seconds, cpu_seconds: (user + system) / 1e6 };
  } finally {
    index.close();
  }
}

/** Notes of about two kilobytes, in folders of a hundred, the same ones in every run. */
function writeFolder(dir: string): string[] {
  const random = createRandom(7);
  const words = Array.from({ length: 4000 }, () =>
    Array.from(
      { length: 3 + random.below(8) },
      () => "abcdefghijklmnopqrstuvwxyz"[random.below(26)],
    ).join(""),
  );
  const sentence = () => `${Array.from({ length: 12 }, () => random.pick(words)).join(" ")}.`;
  return Array.from({ length: count }, (_, i) => {
    const name = `folder-${Math.floor(i / 100)}/note-${i}.md`;
    const sections = Array.from(
      { length: 3 },
      () => `## ${random.pick(words)}\n\n${sentence()} ${sentence()}\n\n${sentence()}\n`,
    );
    mkdirSync(path.join(dir, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(dir, name), `# ${random.pick(words)}\n\n${sections.join("\n")}`);
    return name;
  });
}
