import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { removeStaleFolders } from "#lib/tools/providers/sandbox/machine/work-folder";
import { absent, type OpenBackends, openBackends, patient } from "./open-backends.ts";
import { commandOf, descendants, isAlive } from "./processes.ts";

const killedHost = fileURLToPath(new URL("./killed-host.ts", import.meta.url));
const without = { wall: await absent("wall"), gvisor: await absent("gvisor") };
let opened: OpenBackends;
beforeAll(async () => {
  opened = await openBackends();
});
afterAll(() => opened.close());

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended
    }
  }
});

describe("an instance", () => {
  test("is used once: what one run changed, the next does not find", async () => {
    const leave = "globalThis.left = 1; Object.prototype.left = 2; files.write('left.txt', 'x')";
    await opened.run("wasm", { code: leave });
    const seen = await opened.run("wasm", {
      code: "console.log(typeof left, ({}).left, files.list().length)",
    });
    expect(seen.stdout).toBe("undefined undefined 0\n");
  });

  test("sees nothing of another that runs at the same time", async () => {
    const run = (own: string) =>
      opened.run("wasm", {
        code: `console.log(files.list().map(({ name }) => name).join(), args[0]); files.write('${own}-out', '${own}')`,
        args: [own],
        files: [{ name: own, content: Buffer.from(own) }],
      });
    const [one, two] = await Promise.all([run("one"), run("two")]);
    expect([one.stdout, two.stdout]).toEqual(["one one\n", "two two\n"]);
    expect(one.files.map(({ name }) => name)).toEqual(["one-out"]);
    expect(two.files.map(({ name }) => name)).toEqual(["two-out"]);
  });

  test("is ended when the call is cancelled, before and while it runs", async () => {
    const before = new AbortController();
    before.abort();
    expect(await opened.run("wasm", { code: "1", signal: before.signal })).toMatchObject({
      ended: "cancelled",
      exit_code: null,
    });
    const stop = new AbortController();
    const host = {
      names: ["stop"],
      call: async () => stop.abort(),
    };
    const code =
      "tools.stop({}).catch(() => {}); await new Promise(() => setInterval(() => {}, 9))";
    const run = await opened.run("wasm", { code, host, signal: stop.signal });
    expect(run).toMatchObject({ ended: "cancelled", exit_code: null });
  });
});

describe("tools of the host", () => {
  test("are called with one object and give what the code sees; refusals are errors", async () => {
    const seen: unknown[] = [];
    const host = {
      names: ["look"],
      call: async (name: string, args: unknown) => {
        seen.push([name, args]);
        if ((args as { bad?: boolean }).bad) throw new Error("that was refused");
        return { pages: 3 };
      },
    };
    const code = `
      console.log((await tools.look({ query: 'x' })).pages);
      try { await tools.look({ bad: true }) } catch (error) { console.log(error.message) }
      console.log(Object.keys(tools).join(), typeof tools.other);
      try { tools.look = 1 } catch {} console.log(typeof tools.look);`;
    const run = await opened.run("wasm", { code, host });
    expect(run.stdout).toBe("3\nthat was refused\nlook undefined\nfunction\n");
    expect(seen).toEqual([
      ["look", { query: "x" }],
      ["look", { bad: true }],
    ]);
  });

  test("are not called without end, nor with arguments or results without end", async () => {
    let calls = 0;
    const host = {
      names: ["look"],
      call: async (_: string, args: unknown) => {
        calls++;
        return (args as { big?: boolean }).big ? "x".repeat(3e6) : 1;
      },
    };
    const code = `
      try { await tools.look({ text: 'x'.repeat(1e6) }) } catch (error) { console.log(error.message) }
      try { await tools.look({ big: true }) } catch (error) { console.log(error.message) }
      const all = await Promise.allSettled(Array.from({ length: 10_000 }, () => tools.look({})));
      console.log(all.filter(({ status }) => status === 'fulfilled').length < 300);`;
    const run = await opened.run("wasm", { code, host });
    expect(run.stdout).toBe(
      "the arguments are too long\nthe result of look is too long: 3000002 bytes of 1048576\ntrue\n",
    );
    expect(calls).toBeLessThanOrEqual(200);
  });

  test("give nothing back after the end, and a hostile key changes nothing here", async () => {
    let resolve = () => {};
    const host = {
      names: ["slow", "look"],
      call: (name: string, args: unknown) =>
        name === "look"
          ? Promise.resolve([Object.keys(args as object), ({} as { polluted?: 1 }).polluted])
          : new Promise<void>((done) => {
              resolve = done;
            }),
    };
    const code = `tools.slow({});
      console.log(JSON.stringify(await tools.look(JSON.parse('{"__proto__": {"polluted": 1}}'))));
      exit(4)`;
    const run = await opened.run("wasm", { code, host });
    expect(run).toMatchObject({ ended: "exit", exit_code: 4 });
    resolve();
    expect(run.stdout).toBe('[["__proto__"],null]\n');
    expect(({} as { polluted?: 1 }).polluted).toBeUndefined();
  });
});

describe("when the program ends", () => {
  test("everything that runs and everything kept warm ends with it", async () => {
    const own = await openBackends();
    await own.run("wasm", { code: "1" });
    const begun = Promise.withResolvers<void>();
    const host = { names: ["begun"], call: async () => begun.resolve() };
    const code = "await tools.begun({}); for (;;);";
    const running = own.run("wasm", { code, host, limits: patient });
    await begun.promise;
    await own.close();
    expect((await running).exit_code).toBeNull();
    await expect(own.run("wasm", { code: "1" })).rejects.toMatchObject({ code: "provider_closed" });
  });

  const languages = [
    "wasm:javascript",
    "wasm:python",
    ...(without.wall === undefined ? ["wall:shell"] : []),
    ...(without.gvisor === undefined ? ["gvisor:python"] : []),
  ];
  test.skipIf(process.platform !== "linux")(
    `by kill -9, nothing of it goes on (${languages.join(", ")}), and its folders go at the next start`,
    async () => {
      const child = spawn(process.execPath, [killedHost, ...languages], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      started.push(child.pid ?? 0);
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      const { dir, home } = JSON.parse(line.toString()) as { dir: string; home: string };
      const own = child.pid ?? 0;
      const programs = [
        /quickjs-worker/,
        /python-worker/,
        ...(languages.length > 2 ? [/main\./] : []),
      ];
      await vi.waitFor(() => {
        const said = descendants(own).map(commandOf);
        for (const program of programs) expect(said.some((one) => program.test(one))).toBe(true);
      }, patience);
      const all = descendants(own);
      child.kill("SIGKILL");
      await vi.waitFor(() => expect(all.filter(isAlive)).toEqual([]), patience);
      const left = path.join(home, "sandboxes");
      await removeStaleFolders(home);
      expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
      rmSync(dir, { recursive: true, force: true });
    },
  );

  test("folders of a program that is still there are left alone", async () => {
    const all = path.join(opened.dir, "other", "sandboxes");
    const alive = `${process.ppid}-x-alive`;
    mkdirSync(path.join(all, alive), { recursive: true });
    for (const gone of ["4194304-x-gone", `${process.pid}-earlier-gone`]) {
      mkdirSync(path.join(all, gone));
      writeFileSync(path.join(all, gone, "x"), "x");
    }
    mkdirSync(path.join(all, "task-1"));
    await removeStaleFolders(path.dirname(all));
    expect(readdirSync(all).toSorted()).toEqual([alive, "task-1"].toSorted());
  });
});

/** More than a busy machine needs. */
const patience = { timeout: 100_000, interval: 100 };
