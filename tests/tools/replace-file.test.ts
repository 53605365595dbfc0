import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWriteJournal } from "#lib/access/write-journal";
import { AppError } from "#lib/contracts/errors";
import { type Swapping, startSwapping } from "../../fixtures/hostile/swap.ts";
import { type HoldBy, holdFolder } from "../../lib/access/hold-folder.ts";
import { readTarget, replaceFile } from "../../lib/access/replace-file.ts";

const canary = "the canary outside\n";
let dir: string;
let swapping: Swapping | undefined;
const at = (...names: string[]) => path.join(dir, ...names);
const read = (...names: string[]) => readFileSync(at(...names), "utf8");
const unfinished = (folder: string) =>
  readdirSync(at(folder), { recursive: true }).filter((name) => String(name).includes(".docent-"));

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-replace-")));
  for (const name of ["root/sub", "outside", "home"]) mkdirSync(at(name), { recursive: true });
  writeFileSync(at("root/sub/a.txt"), "old\n");
  writeFileSync(at("outside/a.txt"), canary);
});
afterEach(async () => {
  await swapping?.stop();
  swapping = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const ways: HoldBy[] = process.platform === "linux" ? ["descriptor", "path"] : ["path"];

/** Reads the file as a call does; what happens `between` happens before the new bytes get their name. */
async function replace(
  names: string[],
  text: string,
  more: { by?: HoldBy; make?: boolean; between?: () => void; signal?: AbortSignal } = {},
): Promise<string> {
  const { by = "path", make = true, between = () => undefined } = more;
  const name = names.at(-1) ?? "";
  let folder: ReturnType<typeof holdFolder>;
  try {
    folder = holdFolder(at("root"), names.slice(0, -1), { make, by });
  } catch (error) {
    return codeOf(error);
  }
  if (folder === undefined) return "missing";
  try {
    const target = readTarget(folder, name);
    between();
    await replaceFile({
      ...{ folder, name, target, bytes: Buffer.from(text) },
      journal: createWriteJournal(at("home")),
      signal: more.signal ?? new AbortController().signal,
    });
    return "written";
  } catch (error) {
    folder.unmake();
    return codeOf(error);
  } finally {
    folder.close();
  }
}

describe.each(ways)("a file is replaced (held by %s)", (by) => {
  test("in one step, beside nothing else, with its rights", async () => {
    chmodSync(at("root/sub/a.txt"), 0o640);
    expect(await replace(["sub", "a.txt"], "new\n", { by })).toBe("written");
    expect(read("root/sub/a.txt")).toBe("new\n");
    expect(statSync(at("root/sub/a.txt")).mode & 0o7777).toBe(0o640);
    expect(readdirSync(at("root/sub"))).toEqual(["a.txt"]);
    expect(readdirSync(at("home/unfinished"))).toEqual([]);
  });

  test("or made, with the folders above it and the rights that any new file gets", async () => {
    expect(await replace(["x", "y", "b.txt"], "b\n", { by })).toBe("written");
    writeFileSync(at("plain"), "");
    expect(read("root/x/y/b.txt")).toBe("b\n");
    expect(statSync(at("root/x/y/b.txt"))).toMatchObject({
      mode: statSync(at("plain")).mode,
      nlink: 1,
    });
  });

  test.runIf(process.getuid?.() === 0)("and still belongs to whom it belonged", async () => {
    chownSync(at("root/sub/a.txt"), 12, 34);
    expect(await replace(["sub", "a.txt"], "new\n", { by })).toBe("written");
    expect(statSync(at("root/sub/a.txt"))).toMatchObject({ uid: 12, gid: 34 });
  });

  test.each<[string, (file: string) => void]>([
    ["written by somebody else", (file) => writeFileSync(file, "theirs\n")],
    ["written by somebody else who set its time back", setBack],
    ["replaced", (file) => renameSync(fresh("theirs\n"), file)],
    ["replaced by a link", (file) => swapForLink(file, at("outside/a.txt"))],
    ["given another name", (file) => renameSync(file, at("root/sub/b.txt"))],
    ["made another one in its rights", (file) => chmodSync(file, 0o600)],
  ])("not where it was %s since it was read", async (_what, between) => {
    const file = at("root/sub/a.txt");
    const code = await replace(["sub", "a.txt"], "new\n", { by, between: () => between(file) });
    expect(code).toBe("path_changed");
    expect(existsSync(file) ? read("root/sub/a.txt") : "gone").not.toBe("new\n");
    expect(read("outside/a.txt")).toBe(canary);
    expect(unfinished("root")).toEqual([]);
  });

  test("not where it was given a second name since it was read", async () => {
    const between = () => linkSync(at("root/sub/a.txt"), at("root/sub/b.txt"));
    expect(await replace(["sub", "a.txt"], "new\n", { by, between })).toBe("not_regular_file");
    expect(read("root/sub/a.txt") + read("root/sub/b.txt")).toBe("old\nold\n");
  });

  test("not where a file, or a link, has come in the place of none", async () => {
    for (const come of [
      () => writeFileSync(at("root/sub/new.txt"), "theirs\n"),
      () => symlinkSync(at("outside/new.txt"), at("root/sub/new.txt")),
    ]) {
      expect(await replace(["sub", "new.txt"], "mine\n", { by, between: come })).toBe(
        "path_changed",
      );
      rmSync(at("root/sub/new.txt"));
    }
    expect(existsSync(at("outside/new.txt"))).toBe(false);
  });

  test.each<[string, string[]]>([
    ["its folder", ["sub", "a.txt"]],
    ["a folder above", ["sub", "deep", "a.txt"]],
  ])("not where %s was swapped for a link that leads out", async (_what, names) => {
    mkdirSync(at("root/sub/deep"));
    mkdirSync(at("outside/deep"));
    writeFileSync(at("outside/deep/a.txt"), canary);
    const between = () => {
      renameSync(at("root/sub"), at("root/away"));
      symlinkSync(at("outside"), at("root/sub"));
    };
    expect(await replace(names, "new\n", { by, between })).toBe("path_changed");
    expect(read("outside/a.txt") + read("outside/deep/a.txt")).toBe(canary + canary);
    expect(readdirSync(at("outside")).sort()).toEqual(["a.txt", "deep"]);
    expect(existsSync(at("outside/deep/.docent"))).toBe(false);
  });

  test("not through a link on the way, and no folder is made behind it", () => {
    symlinkSync(at("outside"), at("root/link"));
    expect(() => holdFolder(at("root"), ["link"], { by, make: true })).toThrow(
      expect.objectContaining({ code: "path_changed" }),
    );
    expect(() => holdFolder(at("root"), ["link", "new"], { by, make: true })).toThrow(
      expect.objectContaining({ code: "path_changed" }),
    );
    expect(readdirSync(at("outside"))).toEqual(["a.txt"]);
  });

  test("not once nobody waits for it any more", async () => {
    const stop = new AbortController();
    const between = () => stop.abort();
    const code = await replace(["sub", "a.txt"], "new\n", { by, between, signal: stop.signal });
    expect(code).toBe("cancelled");
    expect(read("root/sub/a.txt")).toBe("old\n");
    expect(unfinished("root")).toEqual([]);
  });

  test("leaves no folder behind that it made for nothing", async () => {
    const stop = AbortSignal.abort();
    expect(await replace(["x", "y", "b.txt"], "b\n", { by, signal: stop })).toBe("cancelled");
    expect(readdirSync(at("root"))).toEqual(["sub"]);
  });
});

describe("a file that is not replaced at all", () => {
  test.each<[string, string, () => void]>([
    [
      "one with a second name",
      "not_regular_file",
      () => linkSync(at("outside/a.txt"), at("root/x")),
    ],
    ["a link", "path_changed", () => symlinkSync(at("outside/a.txt"), at("root/x"))],
    ["a folder", "not_regular_file", () => mkdirSync(at("root/x"))],
    ["a write-protected one", "unreadable", () => writeFileSync(at("root/x"), "", { mode: 0o444 })],
    [
      "a large one",
      "too_large",
      () => writeFileSync(at("root/x"), Buffer.alloc(8 * 1024 * 1024 + 1)),
    ],
  ])("%s", async (_what, code, make) => {
    make();
    expect(await replace(["x"], "new\n")).toBe(code);
    expect(read("outside/a.txt")).toBe(canary);
    expect(lstatSync(at("root/x")).size).not.toBe(4);
  });
});

describe.skipIf(process.platform === "win32")("while something swaps without a pause", () => {
  const tries = 250;

  test.each(ways)(
    "the file with a link that leads out: nothing outside changes (%s)",
    async (by) => {
      swapping = startSwapping({
        path: at("root/sub/a.txt"),
        target: at("outside/a.txt"),
        inside: { text: "old\n" },
      });
      await expect.poll(() => swapping?.swaps() ?? 0).toBeGreaterThan(0);
      const seen = new Set<string>();
      for (let i = 0; i < tries; i++) seen.add(await replace(["sub", "a.txt"], `${i}\n`, { by }));
      await swapping.stop();
      expect(read("outside/a.txt")).toBe(canary);
      expect([...seen].filter((code) => !["written", "path_changed"].includes(code))).toEqual([]);
      expect(unfinished("root")).toEqual([]);
    },
  );

  test.runIf(ways.includes("descriptor"))(
    "the folder with a link that leads out: nothing lands there",
    async () => {
      swapping = startSwapping({
        path: at("root/sub"),
        target: at("outside"),
        inside: { folder: at("root/away") },
      });
      await expect.poll(() => swapping?.swaps() ?? 0).toBeGreaterThan(0);
      const seen = new Set<string>();
      for (let i = 0; i < tries; i++) {
        const way = { by: "descriptor", make: false } as const;
        seen.add(await replace(["sub", "a.txt"], `${i}\n`, way));
        seen.add(await replace(["sub", `${i}.txt`], `${i}\n`, way));
      }
      await swapping.stop();
      expect(read("outside/a.txt")).toBe(canary);
      expect(readdirSync(at("outside"))).toEqual(["a.txt"]);
      const fine = ["written", "path_changed", "missing"];
      expect([...seen].filter((code) => !fine.includes(code))).toEqual([]);
    },
  );
});

describe("what a killed program left behind", () => {
  test("is removed at the next start, and nothing else is", () => {
    const journal = createWriteJournal(at("home"));
    const left = journal.begin(at("root/sub"));
    const never = journal.begin(at("root"));
    writeFileSync(at("root/sub", left), "half");
    linkSync(at("root/sub", left), at("root/sub/named.txt"));
    const theirs = ".docent-0123456789abcdef01234567.tmp";
    writeFileSync(at("root/sub", theirs), "theirs");
    writeFileSync(at("home/unfinished/notes"), at("root/sub"));
    expect(existsSync(at("root", never))).toBe(false);
    expect(createWriteJournal(at("home")).clear()).toBe(1);
    expect(readdirSync(at("root/sub")).sort()).toEqual([theirs, "a.txt", "named.txt"]);
    expect(readdirSync(at("home/unfinished"))).toEqual(["notes"]);
    expect(createWriteJournal(at("home")).clear()).toBe(0);
  });

  test("is left where a link or a folder has its name by now", () => {
    const journal = createWriteJournal(at("home"));
    const [link, folder] = [journal.begin(at("root")), journal.begin(at("root"))];
    symlinkSync(at("outside/a.txt"), at("root", link));
    mkdirSync(at("root", folder));
    expect(journal.clear()).toBe(0);
    expect(readdirSync(at("root")).sort()).toEqual([link, folder, "sub"].sort());
  });

  test("is nothing where nothing was ever written", () => {
    expect(createWriteJournal(at("nowhere")).clear()).toBe(0);
  });
});

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error);
}

function fresh(text: string): string {
  const file = at("root/fresh");
  writeFileSync(file, text);
  return file;
}

function swapForLink(file: string, target: string): void {
  rmSync(file);
  symlinkSync(target, file);
}

/** Same size, same time: the time at which that was done still tells. */
function setBack(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "own\n");
  utimesSync(file, atime, mtime);
}
