import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createToolRoots } from "#lib/access/tool-roots";
import { systemClock } from "#lib/platform/clock";
import { createBuiltinProvider } from "#lib/tools/builtin";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { createCommands } from "#lib/tools/commands";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What the reading tools take over ten thousand files, by the commands of the machine and by themselves, in turns in the
 * same run; and how long they keep everything else in the process waiting meanwhile.
 */
const folders = 100;
const filesEach = 100;
const rounds = 3;

export async function measureWorkspaceTools(): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-bench-")));
  try {
    writeTree(path.join(dir, "home/workspace"));
    const deny: string[] = [];
    const roots = createToolRoots(() => ({
      allowed: undefined,
      workspace_root: null,
      deny,
      documents: [],
      project_dir: dir,
      home: path.join(dir, "home"),
    }));
    const found = createCommands({ search_path: process.env.PATH });
    const ways = {
      "by the commands": found,
      "by itself": createCommands({ search_path: "" }),
    };
    const home = path.join(dir, "home");
    const sandbox = createCommandSandbox({ find: ways["by itself"].find, clock: systemClock });
    const shell = { sandbox, denied: [], hidden: () => [] };
    const room = { roots, home, timeout_ms: 30_000, shell };
    const names = (await found.all()).flatMap((one) => (one.found ? [one.found] : []));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const figures: Figure[] = [
      {
        row: "tools",
        what: "commands found",
        value: names.map(({ name, version }) => `${name} ${version}`).join(", "),
        unit: "",
      },
    ];
    for (const [what, tool, args] of calls) {
      const times = new Map<string, number[]>();
      const waits = new Map<string, number>();
      for (let round = 0; round <= rounds; round += 1) {
        for (const [way, commands] of Object.entries(ways)) {
          const call = await callOf({ ...room, commands }, tool);
          delay.reset();
          delay.enable();
          const began = performance.now();
          await call(args);
          const ms = performance.now() - began;
          delay.disable();
          if (round === 0) continue; // it only warms up
          times.set(way, [...(times.get(way) ?? []), ms]);
          waits.set(way, Math.max(waits.get(way) ?? 0, delay.max / 1e6));
        }
      }
      for (const way of Object.keys(ways)) {
        const best = rounded(Math.min(...(times.get(way) ?? [])));
        figures.push({
          row: "tools",
          what: `${what}, ${way}, best of ${rounds}`,
          value: best,
          unit: "ms",
        });
        const longest = rounded(waits.get(way) ?? 0);
        figures.push({
          row: "tools",
          what: `${what}, ${way}, longest wait of others`,
          value: longest,
          unit: "ms",
        });
      }
    }
    return figures;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const count = folders * filesEach;
const calls: [what: string, tool: string, args: Record<string, unknown>][] = [
  ["ls of one folder of 100", "ls", { path: "folder-7" }],
  [`ls of ${count} files`, "ls", { recursive: true }],
  [`find of one name among ${count}`, "find", { name_pattern: "file-7-7.txt" }],
  [`grep of a word in one of ${count} files`, "grep", { pattern: "needle in 42" }],
  [`grep of a word in 100 of ${count} files`, "grep", { pattern: "needle in \\d+$" }],
  [`grep of a word in each of ${count} files`, "grep", { pattern: "(?i)LANTERN" }],
  ["read of one file", "read", { path: "folder-7/file-7-7.txt" }],
];

async function callOf(room: Parameters<typeof createBuiltinProvider>[0], name: string) {
  const provider = createBuiltinProvider(room);
  const signal = new AbortController().signal;
  const tool = (await provider.listTools(signal)).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const info = { ...tool, definition_hash: "", enabled: true };
  const schemas = createSchemaCheck();
  return async (args: Record<string, unknown>) => {
    const fitted = schemas.fit(tool.input_schema, args, true);
    if (!fitted.ok) throw new Error(fitted.problem);
    // The schema is of type object, so what fits it is a record.
    const fit = fitted.value as Record<string, unknown>;
    const result = await provider.invoke(info, fit, { signal, timeout_ms: 30_000 });
    if (result.is_error) throw new Error(result.text);
  };
}

function writeTree(root: string): void {
  for (let folder = 0; folder < folders; folder += 1) {
    const at = path.join(root, `folder-${folder}`);
    mkdirSync(at, { recursive: true });
    for (let file = 0; file < filesEach; file += 1) {
      const lines = Array.from(
        { length: 40 },
        (_, i) => `line ${i} of file ${file}: the lantern is lit`,
      );
      if (file === 0) lines.push(`needle in ${folder}`);
      writeFileSync(path.join(at, `file-${folder}-${file}.txt`), `${lines.join("\n")}\n`);
    }
  }
}
