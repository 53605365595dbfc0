import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxLanguage } from "#lib/contracts/sandbox";
import type { SandboxBackend } from "#lib/tools/providers/sandbox/backend";
import { judgeOutputs } from "#lib/tools/providers/sandbox/judge-outputs";
import { meet, quickCases } from "./limit-cases.ts";
import { absent, type OpenBackends, openBackends, patient } from "./open-backends.ts";

const without = { wasm: undefined, wall: await absent("wall"), gvisor: await absent("gvisor") };
let opened: OpenBackends;
beforeAll(async () => {
  opened = await openBackends();
});
afterAll(() => opened.close());

describe.each(quickCases)("code in $id", ({ id, cases }) => {
  test.skipIf(without[id] !== undefined).each(cases)(
    "that $does ($language) is ended at its limit",
    async (one) => {
      expect((await meet(opened, id, one)).wrong).toEqual([]);
    },
  );
});

describe("what is left behind", () => {
  const names: [language: SandboxLanguage, id: SandboxBackend["id"], code: string][] = [
    [
      "javascript",
      "wasm",
      "for (const n of ['../up', '/abs', 'a/../../b', 'a//b', 'n'.repeat(300), 'new\\nline', 'fine/ok.txt', '.', 'back\\\\slash', 'CON', 'fine/aux.txt', 'a:b', 'x.', 'x ', '...']) files.write(n, n)",
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

  test("by python in wasm is the same, also past the end of its interpreter, and what came in takes nothing from it", async () => {
    const files = [{ name: "in", content: Buffer.alloc(4 * 1024 ** 2) }];
    const code = `
import os
for i in range(4): open(f'out{i}', 'wb').write(bytes(1_000_000))
os.makedirs('fine'); open('fine/ok.txt', 'w').write('x'); open('new\\nline', 'w').write('x')
os.symlink('/etc/passwd', 'link'); os.symlink('..', 'up')
os.makedirs('shut'); open('shut/in.txt', 'w').write('x'); os.chmod('shut', 0)
print('said', flush=True)
os._exit(7)`;
    const run = await opened.run("wasm", { language: "python", code, files });
    expect(run).toMatchObject({ ended: "exit", exit_code: 7, stdout: "said\n", stderr: "" });
    const names = ["fine/ok.txt", "out0", "out1", "out2", "out3", "shut/in.txt"];
    expect(run.files.map(({ name }) => name)).toEqual(names);
    expect(run.left_out.map(({ rule }) => rule).toSorted()).toEqual([
      ...["invalid_path", "symlink_escape", "symlink_escape"],
    ]);
  });

  test("keeps its name where every system takes it, and each name once also where capitals are one", () => {
    const content = Buffer.from("x");
    const left = ["A.txt", "a.txt", ".hidden", "e\u0301", "\u00e9", "-rf", "LPT1/x"];
    const { files, left_out } = judgeOutputs(
      left.map((name) => ({ name, content })),
      { files: [] },
      patient,
    );
    expect(files.map(({ name }) => name)).toEqual(["-rf", ".hidden", "A.txt", "e\u0301"]);
    expect(left_out.map(({ name }) => name)).toEqual(["LPT1/x", "a.txt", "\u00e9"]);
  });

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
