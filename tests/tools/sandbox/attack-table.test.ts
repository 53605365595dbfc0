import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxBackend } from "#lib/tools/providers/sandbox/backend";
import {
  type Attack,
  javascriptProgram,
  nodeAttacks,
  quickjsAttacks,
} from "./attacks-javascript.ts";
import {
  commonPythonAttacks,
  machinePythonAttacks,
  pyodideAttacks,
  pythonProgram,
} from "./attacks-python.ts";
import { absent, type OpenBackends, openBackends, secret } from "./open-backends.ts";

const without = { wasm: undefined, wall: await absent("wall"), gvisor: await absent("gvisor") };
let machine: OpenBackends;
let plain: OpenBackends;

beforeAll(async () => {
  machine = await openBackends();
  plain = await openBackends({ bare: true });
});
afterAll(async () => {
  await machine.close();
  await plain.close();
});

type Table = {
  name: string;
  id: SandboxBackend["id"];
  language: "javascript" | "python";
  attacks: readonly Attack[];
  /** WebAssembly without a sandbox of the machine around it. */
  bare?: true;
};

const pyodide = [...commonPythonAttacks, ...pyodideAttacks];
const python = [...commonPythonAttacks, ...machinePythonAttacks];
const tables: Table[] = [
  { name: "QuickJS", id: "wasm", language: "javascript", attacks: quickjsAttacks },
  {
    name: "QuickJS alone",
    id: "wasm",
    language: "javascript",
    attacks: quickjsAttacks,
    bare: true,
  },
  { name: "Pyodide", id: "wasm", language: "python", attacks: pyodide },
  { name: "Pyodide alone", id: "wasm", language: "python", attacks: pyodide, bare: true },
  { name: "node behind bubblewrap", id: "wall", language: "javascript", attacks: nodeAttacks },
  { name: "python3 behind bubblewrap", id: "wall", language: "python", attacks: python },
  { name: "node in gVisor", id: "gvisor", language: "javascript", attacks: nodeAttacks },
  { name: "python3 in gVisor", id: "gvisor", language: "python", attacks: python },
];

test("there is something to be reached: each listener answers from outside the sandboxes", async () => {
  const said = await machine.outside.reach();
  expect(said.length).toBeGreaterThanOrEqual(2);
  expect(new Set(said)).toEqual(new Set([secret]));
  machine.outside.forget();
});

test("there are at least 120 attempts over the three backends and both languages", () => {
  const told = tables.filter(({ bare }) => !bare);
  expect(told.reduce((sum, { attacks }) => sum + attacks.length, 0)).toBeGreaterThanOrEqual(120);
});

describe.each(tables)("$name holds", ({ name, id, language, attacks, bare }) => {
  const skipped = without[id] !== undefined;
  test.skipIf(skipped)(`against ${attacks.length} attempts`, async () => {
    const opened = bare ? plain : machine;
    const { outside, secretFile, home } = opened;
    outside.forget();
    const given = {
      ...{ S: secretFile, H: home, P: outside.port, P6: outside.port6 ?? outside.port },
      ...{ U: outside.socket, A: outside.abstract, Q: process.pid },
      WALL: id === "wasm" ? "" : id,
    };
    const code =
      language === "python"
        ? pythonProgram(attacks, given)
        : javascriptProgram(attacks, given, id !== "wasm");
    const run = await opened.run(id, { language, code });
    const lines = run.stdout.split("\n").filter((line) => line.startsWith("{"));
    const met = lines.map(
      (line) => JSON.parse(line) as { tries: string; met?: string; got?: string },
    );
    tell(name, met);
    expect(run.stderr.replaceAll(/\s+/g, " ").slice(0, 500)).not.toContain(secret);
    expect(met.filter(({ got }) => got !== undefined)).toEqual([]);
    expect(met.map(({ tries }) => tries)).toEqual(attacks.map(([tries]) => tries));
    expect(run).toMatchObject({ ended: "exit", exit_code: 0 });
    expect(run.stdout).not.toContain(secret);
    expect(run.files.filter(({ content }) => Buffer.from(content).includes(secret))).toEqual([]);
    expect(outside.connections()).toBe(0);
    expect(existsSync("/x") || existsSync("/usr/bin/x")).toBe(false);
  });
});

/** `DOCENT_ATTACK_TABLE`: a folder for the whole table, to be read by people. */
function tell(name: string, met: readonly { tries: string; met?: string; got?: string }[]): void {
  const folder = process.env.DOCENT_ATTACK_TABLE;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const rows = met.map((row) => `| ${row.tries} | ${row.met ?? `GOT ${row.got}`} |`);
  const text = ["| attempt | met |", "|---|---|", ...rows, ""].join("\n");
  writeFileSync(path.join(folder, `${name.replaceAll(" ", "-")}.md`), text);
}
