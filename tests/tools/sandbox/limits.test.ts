import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxEnd, SandboxLanguage } from "#lib/contracts/sandbox";
import type { SandboxBackend, SandboxLimits } from "#lib/tools/providers/sandbox/backend";
import { absent, type OpenBackends, openBackends, patient } from "./open-backends.ts";

const without = { wasm: undefined, wall: await absent("wall"), gvisor: await absent("gvisor") };
let opened: OpenBackends;
beforeAll(async () => {
  opened = await openBackends();
});
afterAll(() => opened.close());

type Case = {
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

const javascript: Case[] = [
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
const quickjs: Case[] = [
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
const python: Case[] = [
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
const pyodide: Case[] = [
  {
    does: "writes a million files",
    language: "python",
    code: "for i in range(10 ** 6): open(f'f{i}', 'w').close()",
    ends: ["files"],
  },
];
/** Each takes an instance that is seconds in coming up, so only those that the engine meets in a way of its own. */
const inPyodide = [...python.filter(({ does }) => /for ever|memory/.test(does)), ...pyodide];
const shell: Case[] = [
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

/** Of the machine's own programs in each sandbox, those that need a whole second of a processor each are shared out. */
const cases: { id: SandboxBackend["id"]; cases: Case[] }[] = [
  { id: "wasm", cases: [...javascript, ...quickjs, ...inPyodide] },
  {
    id: "wall",
    cases: [...javascript.filter(({ does }) => !/regular|string/.test(does)), ...python, ...shell],
  },
  {
    id: "gvisor",
    cases: [
      ...javascript.filter(({ does }) => /waits|memory|prints/.test(does)),
      ...python,
      ...shell,
    ],
  },
];

describe.each(cases)("code in $id", ({ id, cases }) => {
  test.skipIf(without[id] !== undefined).each(cases)(
    "that $does ($language) is ended at its limit",
    async ({ language, code, limits, ends, says }) => {
      const set = { ...patient, memory_mb: 64, ...limits };
      // Long enough for the slowest sandbox to come up.
      if (id === "gvisor" && set.timeout_ms === short.timeout_ms) set.timeout_ms = 2500;
      const run = await opened.run(id, { language, code, limits: set });
      expect(ends).toContain(run.ended);
      if (run.ended !== "exit" && run.ended !== "files") expect(run.exit_code).toBeNull();
      const output = run.stdout + run.stderr;
      if (says !== undefined) expect(output).toMatch(says);
      expect(Buffer.byteLength(output)).toBeLessThanOrEqual(1.5 * set.output_bytes);
      expect(run.files.length).toBeLessThanOrEqual(set.files);
      const bytes = run.files.reduce((sum, { content }) => sum + content.length, 0);
      expect(bytes).toBeLessThanOrEqual(set.total_bytes);
      // What is measured by the clock of a busy machine is no bound; what it was given of a processor is.
      if (run.ended === "processor") expect(run.cpu_ms).toBeLessThanOrEqual(1.5 * set.cpu_ms + 250);
    },
  );
});

describe("what is left behind", () => {
  const names: [language: SandboxLanguage, id: SandboxBackend["id"], code: string][] = [
    [
      "javascript",
      "wasm",
      "for (const n of ['../up', '/abs', 'a/../../b', 'a//b', 'n'.repeat(300), 'new\\nline', 'fine/ok.txt', '.', 'back\\\\slash']) files.write(n, n)",
    ],
    [
      "python",
      "wasm",
      "import os\nos.makedirs('fine'); open('fine/ok.txt', 'w').write('x'); open('new\\nline', 'w').write('x')\nos.symlink('/etc/passwd', 'link'); os.symlink('..', 'up')",
    ],
    [
      "python",
      "wall",
      "import os\nos.makedirs('fine'); open('fine/ok.txt', 'w').write('x'); open('new\\nline', 'w').write('x'); open(b'\\xff\\xfe', 'w').write('x')\nos.symlink('/etc/passwd', 'link'); os.symlink('..', 'up'); os.mkfifo('pipe'); os.makedirs('/'.join('d' * 40)); open('/'.join('d' * 40) + '/deep', 'w').write('x')",
    ],
    [
      "shell",
      "gvisor",
      "mkdir fine; printf x > fine/ok.txt; printf x > $'new\\nline'; ln -s /etc/passwd link; ln -s .. up",
    ],
  ];
  for (const [language, id, code] of names) {
    test.skipIf(without[id] !== undefined)(
      `by ${language} in ${id} is regular files by honest names alone`,
      async () => {
        const run = await opened.run(id, { language, code });
        expect(run.files.map(({ name }) => name)).toEqual(["fine/ok.txt"]);
        const rules = new Set(run.left_out.map(({ rule }) => rule));
        expect(run.left_out.length).toBeGreaterThanOrEqual(3);
        for (const rule of rules)
          expect(["invalid_path", "symlink_escape", "not_regular_file"]).toContain(rule);
      },
    );
  }

  test("what came in and stayed as it was is not handed back; what was changed is", async () => {
    const files = [
      { name: "same.txt", content: Buffer.from("same") },
      { name: "in/changed.txt", content: Buffer.from("before") },
    ];
    const code = "files.write('in/changed.txt', files.read('in/changed.txt') + ' and after')";
    const run = await opened.run("wasm", { code, files });
    expect(run.files.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ["in/changed.txt", "before and after"],
    ]);
  });

  test.skipIf(without.wall !== undefined)("no folder of a run stays", async () => {
    await opened.run("wall", {
      language: "shell",
      code: "mkdir -p a/b; echo x > a/b/c; chmod 000 a/b a",
    });
    expect(readdirSync(path.join(opened.home, "sandboxes"))).toEqual([]);
  });
});

test("code whose bytes are no text, and code of a megabyte, are run as they are", async () => {
  const long = `${"// ä\n".repeat(150_000)}console.log('end')`;
  expect((await opened.run("wasm", { code: long })).stdout).toBe("end\n");
  const odd = await opened.run("wasm", { code: "console.log('\ud800'.length)" });
  expect(odd.stdout).toBe("1\n");
});
