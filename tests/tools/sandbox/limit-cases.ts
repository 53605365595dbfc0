import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { SandboxEnd, SandboxLanguage } from "#lib/contracts/sandbox";
import type {
  SandboxBackend,
  SandboxLimits,
  SandboxRun,
} from "#lib/tools/providers/sandbox/backend";
import { type OpenBackends, patient } from "./open-backends.ts";

export type LimitCase = {
  does: string;
  language: SandboxLanguage;
  code: string;
  limits?: Partial<SandboxLimits>;
  /** Any of these. */
  ends: readonly SandboxEnd[];
  /** What stands in its output all the same. */
  says?: RegExp;
};

const small = { cpu_ms: 400, timeout_ms: 100_000 };
const short = { timeout_ms: 500 };

const javascript: LimitCase[] = [
  {
    does: "runs for ever",
    language: "javascript",
    code: "console.log('begun'); for (;;);",
    limits: small,
    ends: ["processor"],
    says: /^begun/,
  },
  {
    does: "hangs in a regular expression",
    language: "javascript",
    code: "/(a+)+$/.test('a'.repeat(60) + 'b')",
    limits: small,
    ends: ["processor"],
  },
  {
    does: "waits for ever",
    language: "javascript",
    code: "console.log('begun'); setInterval(() => {}, 1000)",
    limits: short,
    ends: ["timeout"],
    says: /^begun/,
  },
  {
    does: "calls itself for ever",
    language: "javascript",
    code: "(function f() { f(); })()",
    ends: ["exit"],
    says: /Maximum call stack|RangeError/,
  },
  {
    does: "makes a string of ten gigabytes",
    language: "javascript",
    code: "let s = 'x'; for (;;) s += s + s",
    ends: ["memory", "exit"],
  },
  {
    does: "takes all memory",
    language: "javascript",
    code: "const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))",
    ends: ["memory"],
  },
  {
    does: "prints a gigabyte",
    language: "javascript",
    code: "for (let i = 0; i < 1e6; i++) console.log('x'.repeat(1000))",
    limits: { output_bytes: 50_000 },
    ends: ["output"],
    says: /^x+/,
  },
];
const quickjs: LimitCase[] = [
  {
    does: "writes a million files",
    language: "javascript",
    code: "for (let i = 0; i < 1e6; i++) files.write('f' + i, '')",
    ends: ["files"],
  },
  {
    does: "writes a file that is too large",
    language: "javascript",
    code: "files.write('f', new Uint8Array(2 ** 21))",
    ends: ["files"],
  },
  {
    does: "writes too much in all",
    language: "javascript",
    code: "for (let i = 0; i < 20; i++) files.write('f' + i, new Uint8Array(2 ** 20))",
    ends: ["files"],
  },
  {
    does: "queues work for ever",
    language: "javascript",
    code: "const f = () => Promise.resolve().then(f); f()",
    limits: small,
    ends: ["processor"],
  },
  {
    does: "catches each end of its memory",
    language: "javascript",
    code: "const a = []; for (;;) try { a.push(new Uint8Array(1e6).fill(1)) } catch {}",
    limits: small,
    ends: ["processor", "memory"],
  },
];
const python: LimitCase[] = [
  {
    does: "runs for ever",
    language: "python",
    code: "print('begun', flush=True)\nwhile True: pass",
    limits: small,
    ends: ["processor"],
    says: /^begun/,
  },
  {
    does: "takes all memory",
    language: "python",
    code: "a = []\nwhile True: a.append(bytearray(10 ** 6))",
    ends: ["memory"],
  },
  {
    does: "prints a gigabyte",
    language: "python",
    code: "while True: print('x' * 1000)",
    limits: { output_bytes: 50_000 },
    ends: ["output"],
    says: /^x+/,
  },
  {
    does: "makes a file of holes",
    language: "python",
    code: "with open('f', 'wb') as f:\n  f.seek(10 ** 11)\n  f.write(b'x')",
    ends: ["files", "exit"],
  },
];
const pyodide: LimitCase[] = [
  {
    does: "writes a million files",
    language: "python",
    code: "for i in range(10 ** 6): open(f'f{i}', 'w').close()",
    ends: ["files"],
  },
];
const shell: LimitCase[] = [
  {
    does: "makes a million files",
    language: "shell",
    code: "i=0; while :; do : > f$i; i=$((i+1)); done",
    ends: ["files"],
  },
  {
    does: "makes processes without end",
    language: "shell",
    code: ":(){ :|:& };:; sleep 1",
    limits: { timeout_ms: 5000 },
    ends: ["processes", "exit", "timeout"],
  },
  { does: "sleeps", language: "shell", code: "sleep 1000", limits: short, ends: ["timeout"] },
];

/** Below twenty names of 250 letters no path reaches; it waits, so that only a look from outside ends it. */
const deep = `
import os, time
for i in range(20):
    os.mkdir('d' * 250); os.chdir('d' * 250)
open('f', 'wb').write(b'x')
time.sleep(60)`;
/** A folder whose own path is short enough to be looked into, and files in it whose paths are not. */
const tooLong = `
import os, time
for name in ['d' * 250] * 15 + ['d' * 190]:
    os.mkdir(name); os.chdir(name)
for i in range(3): open(str(i) + 'f' * 200, 'wb').write(b'x')
time.sleep(60)`;
/** More than may be left, and less than is missed on the disk. */
const heldOpen = `
import os, time
held = []
for i in range(16):
    f = open('f', 'wb'); os.unlink('f'); f.write(b'x' * 10 ** 6); f.flush(); held.append(f)
time.sleep(60)`;
const closed = `
import os, time
top = os.getcwd()
os.makedirs('c/' + '/'.join('d' * 70))
os.chdir('c/' + '/'.join('d' * 70))
for i in range(16): open(f'f{i}', 'wb').write(b'x' * 10 ** 6)
os.chdir(top)
os.chmod('c', 0)
for i in range(16): open(f'f{i}', 'wb').write(b'x' * 10 ** 5)
time.sleep(60)`;

/** What lies where a look at the folder of the run does not see it. */
const hidden = (does: string, code: string): LimitCase => ({
  does,
  code,
  language: "python",
  ends: ["files"],
});
const unseen = [
  hidden("holds files open that it removed", heldOpen),
  hidden("closes a folder over its files", closed),
];
/** Both at once, since Pyodide is seconds in coming up: neither is too much without the other. */
const unseenInPyodide = hidden(
  "hides half of its files in each of these ways",
  `
import os
held = []
for i in range(3):
    f = open('f', 'wb'); os.unlink('f'); f.write(b'x' * 10 ** 6); held.append(f)
top = os.getcwd()
os.makedirs('c/' + '/'.join('d' * 20)); os.chdir('c/' + '/'.join('d' * 20))
for i in range(3): open(f'f{i}', 'wb').write(b'x' * 10 ** 6)
os.chdir(top); os.chmod('c', 0)
for i in range(5): open(f'g{i}', 'wb').write(b'x' * 10 ** 5)`,
);
const tooDeep = [
  hidden("makes folders deeper than paths are long", deep),
  hidden("makes files deeper than paths are long", tooLong),
];

/** All of them on each backend that meets them in a way of its own: `npm run soak -- sandbox`. */
export const limitCases: readonly { id: SandboxBackend["id"]; cases: readonly LimitCase[] }[] = [
  { id: "wasm", cases: [...javascript, ...quickjs, ...python, ...pyodide, ...unseen] },
  { id: "wall", cases: [...javascript, ...python, ...shell, ...unseen, ...tooDeep] },
  { id: "gvisor", cases: [...javascript, ...python, ...shell, ...unseen, ...tooDeep] },
];

/**
 * Each limit once on each backend, and each case on the one where it is cheapest: what QuickJS shows in half a second is
 * not shown again by an engine that is seconds in coming up.
 */
export const quickCases: typeof limitCases = [
  {
    id: "wasm",
    cases: [
      ...javascript,
      ...quickjs,
      ...python.filter(({ does }) => /memory/.test(does)),
      ...pyodide,
      unseenInPyodide,
    ],
  },
  {
    id: "wall",
    cases: [
      ...javascript.filter(({ does }) => /memory/.test(does)),
      ...python,
      ...shell,
      ...unseen,
      ...tooDeep,
    ],
  },
  { id: "gvisor", cases: [...python, ...shell, ...unseen, ...tooDeep] },
];

/** What is wrong with how a case ended; nothing where its limit held. */
export async function meet(
  opened: OpenBackends,
  id: SandboxBackend["id"],
  { language, code, limits, ends, says }: LimitCase,
): Promise<{ run: SandboxRun; wrong: string[] }> {
  const set = { ...patient, memory_mb: 64, ...limits };
  // Long enough for the slowest sandbox to come up.
  if (id === "gvisor" && set.timeout_ms === short.timeout_ms) set.timeout_ms = 2500;
  const run = await opened.run(id, { language, code, limits: set });
  const output = run.stdout + run.stderr;
  const folders = path.join(opened.home, "sandboxes");
  const bytes = run.files.reduce((sum, { content }) => sum + content.length, 0);
  const over = (what: string, value: number | null, most: number) =>
    (value ?? 0) > most ? [`${what}: ${value} of ${most}`] : [];
  const wrong = [
    ...(ends.includes(run.ended) ? [] : [`it ended by ${run.ended}: ${output.slice(-200)}`]),
    ...(!["exit", "files"].includes(run.ended) && run.exit_code !== null ? ["an exit code"] : []),
    ...(says === undefined || says.test(output) ? [] : [`it said ${output.slice(0, 200)}`]),
    ...over("output", Buffer.byteLength(output), 1.5 * set.output_bytes),
    ...over("files", run.files.length, set.files),
    ...over("bytes of files", bytes, set.total_bytes),
    ...(existsSync(folders) ? readdirSync(folders) : []).map((name) => `${name} stays`),
    // What is measured by the clock of a busy machine is no bound; what it was given of a processor is.
    ...(run.ended === "processor" ? over("processor", run.cpu_ms, 1.5 * set.cpu_ms + 250) : []),
  ];
  return { run, wrong };
}
