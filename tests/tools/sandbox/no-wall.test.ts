import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { AppError } from "#lib/contracts/errors";
import { systemClock } from "#lib/platform/clock";
import { errorSentence } from "#lib/platform/said-error";
import { createMachineBackend } from "#lib/tools/providers/sandbox/machine-backend";
import { createWasmBackend } from "#lib/tools/providers/sandbox/wasm";
import { createSandboxBackends, tellBackend } from "#lib/tools/sandbox-backends";
import { type OpenBackends, openBackends, patient } from "./open-backends.ts";

let opened: OpenBackends | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened?.close();
  opened = undefined;
});

async function refusal(asked: Promise<unknown>): Promise<AppError> {
  return asked.then(
    () => {
      throw new Error("it ran");
    },
    (error: AppError) => error,
  );
}

test("without bubblewrap, gVisor and WebAssembly nothing is run, and one sentence says why", async () => {
  opened = await openBackends({ bare: true });
  vi.stubGlobal("WebAssembly", undefined);
  for (const id of ["wasm", "wall", "gvisor"] as const) {
    const language = id === "wasm" ? "javascript" : "python";
    const error = await refusal(opened.run(id, { language, code: "console.log('ran')" }));
    expect(error.code).toBe("sandbox_unavailable");
    for (const lang of ["en", "zh-CN"] as const) {
      expect(errorSentence(error, lang)).toMatch(/^[^\n]{10,300}[.。]$/);
    }
    expect((await opened.backend(id).state()).kind).toBe("none");
  }
});

test("with WebAssembly alone, JavaScript runs and a shell is refused; a named backend is never another", async () => {
  opened = await openBackends({ bare: true });
  const { backends } = opened;
  expect(await opened.backend("wasm").state()).toEqual({ kind: "ready", around: "none" });
  expect((await opened.run("wasm", { code: "console.log(6 * 7)" })).stdout).toBe("42\n");
  const chosen = (configured: "auto" | "wall" | "gvisor" | "wasm") =>
    createSandboxBackends({ all: backends, configured: () => configured });
  expect((await chosen("auto").choose("javascript")).id).toBe("wasm");
  for (const [configured, language] of [
    ["auto", "shell"],
    ["wasm", "shell"],
    ["wall", "javascript"],
    ["wall", "shell"],
    ["gvisor", "python"],
  ] as const) {
    const error = await refusal(chosen(configured).choose(language));
    expect(error.code).toBe("sandbox_unavailable");
  }
});

test("a language that does not prove itself is not told as ready, and the one beside it is", async () => {
  const half = createWasmBackend({
    project_dir: process.cwd(),
    clock: systemClock,
    // As where Python's engine is broken: its process ends at once.
    command: (command) =>
      command.some((word) => word.endsWith("python-worker.ts"))
        ? [...command.slice(0, 1), "--version"]
        : command,
  });
  try {
    expect(half.provenNow()).toEqual([]);
    expect(await tellBackend(half, "en")).toMatchObject({
      ...{ state: "ready", proven: ["javascript"], detail: { javascript: "QuickJS" } },
      missing: [{ language: "python", message: expect.stringMatching(/no instance came up/) }],
    });
    expect(half.provenNow()).toEqual(["javascript"]);
    const job = {
      ...({ language: "python", code: "print(1)" } as const),
      ...{ files: [], args: [], stdin: "" },
      signal: new AbortController().signal,
      limits: patient,
    };
    expect((await refusal(half.run(job))).code).toBe("sandbox_unavailable");
  } finally {
    await half.close();
  }
});

test("an instance whose wall has a hole is found out before any code is run", async () => {
  const bare = createWasmBackend({
    project_dir: process.cwd(),
    clock: systemClock,
    // As by somebody who took the permission model away.
    command: (command) => command.filter((word) => !/^--(?:permission|allow-fs)/.test(word)),
  });
  try {
    const state = await bare.state();
    expect(state).toMatchObject({ kind: "none", why: "sandbox.wasm_failed" });
    const job = {
      ...({ language: "javascript", code: "1" } as const),
      ...{ files: [], args: [], stdin: "" },
      signal: new AbortController().signal,
      limits: patient,
    };
    expect((await refusal(bare.run(job))).code).toBe("sandbox_unavailable");
  } finally {
    await bare.close();
  }
});

test("a sandbox that starts nothing, or whose proof finds a hole, is none, whoever makes it", async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-machine-"));
  const asked: string[] = [];
  const third = createMachineBackend({
    ...({ id: "wall", around: "bubblewrap", failed: "sandbox.failed" } as const),
    ...{ home, clock: systemClock, own_mb: 0 },
    missing: async () => undefined,
    proof: () => "echo ready",
    start: async ({ command }) => {
      asked.push(command.join(" "));
      return undefined;
    },
  });
  try {
    for (const language of third.languages) {
      expect(await third.proven(language)).toMatchObject({ kind: "none", why: "sandbox.failed" });
    }
    expect(asked.every((command) => command.includes("main.sh"))).toBe(true);
    expect(third.provenNow()).toEqual([]);
    expect(readdirSync(path.join(home, "sandboxes"))).toEqual([]);
  } finally {
    await third.close();
    rmSync(home, { recursive: true });
  }
});
