import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SandboxAround } from "#lib/contracts/sandbox";
import { systemClock } from "#lib/platform/clock";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { interpreterOf } from "#lib/tools/providers/sandbox/machine/interpreters";
import { isOverfull } from "#lib/tools/providers/sandbox/machine/work-folder";
import { mediaTypeOf } from "#lib/tools/providers/sandbox/media-type";
import { createWallBackend } from "#lib/tools/providers/sandbox/wall";
import { createWasmBackend } from "#lib/tools/providers/sandbox/wasm";
import { ownCommands } from "../open-room.ts";
import { absent, type OpenBackends, openBackends, patient } from "./open-backends.ts";

const without = { wall: await absent("wall"), gvisor: await absent("gvisor") };
const MiB = 1024 ** 2;
let opened: OpenBackends;
beforeAll(async () => {
  opened = await openBackends();
});
afterAll(() => opened.close());

test("what cannot be looked at counts as too much, what is gone as nothing", () => {
  const none = { files: 0, bytes: 0 };
  expect(isOverfull(path.join(opened.dir, "gone"), patient, none)).toBe(false);
  expect(isOverfull(path.join(opened.dir, "d".repeat(300)), patient, none)).toBe(true);
  const empty = mkdtempSync(path.join(opened.dir, "empty-"));
  expect(isOverfull(empty, patient, none)).toBe(false);
  expect(isOverfull(empty, patient, none, patient.total_bytes + 1)).toBe(true);
});

test.skipIf(without.wall !== undefined)("what lies in /tmp and /dev/shm is memory", async () => {
  const code = `
import time
for d in ('/tmp', '/dev/shm'):
    for i in range(3): open(f'{d}/{i}', 'wb').write(b'x' * 16_000_000)
time.sleep(60)`;
  const limits = { ...patient, memory_mb: 32, file_bytes: 16 * MiB, total_bytes: 64 * MiB };
  const run = await opened.run("wall", { language: "python", code, limits });
  expect(run).toMatchObject({ ended: "memory", exit_code: null });
});

test.skipIf(without.gvisor !== undefined)(
  "code that speaks as gVisor does when it fails is code that ran",
  async () => {
    const code = "echo 'running container: none' >&2; exit 128";
    const run = await opened.run("gvisor", { language: "shell", code });
    expect(run).toMatchObject({ ended: "exit", exit_code: 128 });
    expect(run.stderr).toContain("running container: none");
  },
);

test("where the second wall is lost, nothing is run behind the first alone", async () => {
  const machine = {
    ...createCommandSandbox({ find: ownCommands.find, clock: systemClock }),
    state: async () => ({ kind: "ready" as const }),
    start: async () => undefined,
  };
  const backend = createWasmBackend({ project_dir: process.cwd(), clock: systemClock, machine });
  try {
    expect(await backend.state()).toMatchObject({ kind: "none" });
  } finally {
    await backend.close();
  }
});

test.skipIf(without.wall !== undefined)(
  "an instance that was kept since before there was a second wall runs nothing that is to run behind it",
  async () => {
    const real = createCommandSandbox({ find: ownCommands.find, clock: systemClock });
    let here = false;
    const machine = {
      ...real,
      state: async () => {
        return here
          ? real.state()
          : { kind: "none" as const, why: "sandbox.no_bwrap" as const, values: {} };
      },
    };
    const backend = createWasmBackend({ project_dir: process.cwd(), clock: systemClock, machine });
    const run = (around: SandboxAround) =>
      backend.run({
        ...({ language: "javascript", code: "console.log('ran')", around } as const),
        ...{
          files: [],
          args: [],
          stdin: "",
          limits: patient,
          signal: new AbortController().signal,
        },
      });
    try {
      expect((await run("none")).stdout).toBe("ran\n");
      // Another instance is kept for the next run by now, with one wall alone.
      here = true;
      await expect(run("none")).rejects.toMatchObject({ code: "approval_mismatch" });
      expect((await run("bubblewrap")).stdout).toBe("ran\n");
      expect(await backend.state()).toEqual({ kind: "ready", around: "bubblewrap" });
    } finally {
      await backend.close();
    }
  },
);

test("as root without a bound on processes, code is not run by the machine's own programs", async () => {
  const machine = {
    ...createCommandSandbox({
      find: ownCommands.find,
      clock: systemClock,
      machine: { platform: "linux", arch: process.arch, root: true },
      cap: () => undefined,
    }),
    state: async () => ({ kind: "ready" as const }),
  };
  const wall = createWallBackend({
    ...{ home: opened.home, clock: systemClock, machine },
    hidden: () => [],
  });
  expect(await wall.state()).toMatchObject({ kind: "none", why: "sandbox.unbounded" });
});

test.skipIf(without.wall !== undefined)(
  "what others write on the disk meanwhile ends no run",
  async () => {
    const code = "import time; time.sleep(1.5); print('done')";
    const running = opened.run("wall", { language: "python", code });
    await vi.waitFor(() => {
      expect(readdirSync(path.join(opened.home, "sandboxes")).length).toBeGreaterThan(0);
    });
    writeFileSync(path.join(opened.home, "of-another"), Buffer.alloc(20 * patient.total_bytes, 1));
    expect(await running).toMatchObject({ ended: "exit", stdout: "done\n" });
    rmSync(path.join(opened.home, "of-another"));
  },
);

describe("where the machine has matplotlib", () => {
  const { file = "python3" } = interpreterOf("python");
  const look = "import importlib.util as u, sys; sys.exit(u.find_spec('matplotlib') is None)";
  const here = spawnSync(file, ["-c", look]).status === 0;
  for (const id of ["wall", "gvisor"] as const) {
    test.skipIf(without[id] !== undefined || !here)(
      `a chart of it is a picture on ${id}`,
      async () => {
        const code =
          "import matplotlib.pyplot as p; p.bar(['a', 'b'], [1, 2]); p.savefig('chart.png')";
        const limits = { ...patient, memory_mb: 512 };
        const run = await opened.run(id, { language: "python", code, limits });
        expect(run).toMatchObject({ ended: "exit", exit_code: 0, left_out: [] });
        expect(run.files.map(({ name, content }) => mediaTypeOf(name, content))).toEqual([
          "image/png",
        ]);
      },
    );
  }
});

describe("what lies among the system's programs and is nobody's to see", () => {
  const place = "/usr/local/share";
  const mayWrite = process.getuid?.() === 0 && process.platform === "linux";
  for (const id of ["wall", "gvisor"] as const) {
    test.skipIf(without[id] !== undefined || !mayWrite)(`is covered on ${id}`, async () => {
      const folder = realpathSync(mkdtempSync(path.join(place, "docent-hidden-")));
      mkdirSync(path.join(folder, "inside"));
      const own = await openBackends({ hidden: () => [folder] });
      try {
        const code = `import os\nprint(os.listdir('${place}').count('${path.basename(folder)}'), os.listdir('${folder}'))`;
        const run = await own.run(id, { language: "python", code });
        expect(run.stdout).toBe("1 []\n");
      } finally {
        await own.close();
        rmSync(folder, { recursive: true });
      }
    });
  }
});
