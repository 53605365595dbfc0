import { existsSync } from "node:fs";
import type { SandboxBackend, SandboxRun } from "#lib/tools/providers/sandbox/backend";
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
import { type OpenBackends, secret } from "./open-backends.ts";

export type AttackTable = {
  name: string;
  id: SandboxBackend["id"];
  language: "javascript" | "python";
  attacks: readonly Attack[];
  /** WebAssembly without a sandbox of the machine around it. */
  bare?: true;
};

const pyodide = [...commonPythonAttacks, ...pyodideAttacks];
const python = [...commonPythonAttacks, ...machinePythonAttacks];
export const attackTables: readonly AttackTable[] = [
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

/** What one attempt met; `got` where it got hold of something. */
export type Met = { tries: string; met?: string; got?: string };

/** All attempts of a table in one run, and everything by which it could be seen that one got out. */
export async function attack(
  opened: OpenBackends,
  { id, language, attacks }: AttackTable,
): Promise<{ met: Met[]; run: SandboxRun; escapes: string[] }> {
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
  const met = lines.map((line) => JSON.parse(line) as Met);
  const holds = (file: { content: Uint8Array }) => Buffer.from(file.content).includes(secret);
  const escapes = [
    ...met.flatMap(({ tries, got }) => (got === undefined ? [] : [`${tries}: ${got}`])),
    ...(run.stdout.includes(secret) || run.stderr.includes(secret)
      ? ["the secret is printed"]
      : []),
    ...(run.files.some(holds) ? ["the secret is in a file"] : []),
    ...(outside.connections() > 0 ? [`${outside.connections()} connections`] : []),
    ...["/x", "/usr/bin/x"].filter((name) => existsSync(name)),
  ];
  return { met, run, escapes };
}
