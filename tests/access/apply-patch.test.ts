import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#lib/contracts/errors";
import type { FilePatch } from "#lib/platform/unified-diff";
import { applier, editable, patchOf, temporaries, watchedDisk } from "./patch-setup.ts";
import { createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
  scratch.write("notes/a.md", "# A\n\nThe aple.\n");
  scratch.write("notes/sub/b.md", "# B\r\n\r\nThe aple.\r\nlast");
  scratch.write("notes/c.md", "# C\n\nThe aple and another aple.\n");
});
afterEach(() => scratch.remove());

const text = (name: string) => readFileSync(scratch.at("notes", name), "utf8");
const names = ["a.md", "sub/b.md", "c.md"];
const standing = () => names.map(text);
const fixed = (name: string) => text(name).replaceAll("aple", "apple");
const patch = (): FilePatch[] => names.map((name) => patchOf(scratch, name, fixed(name)));
const code = async (work: Promise<unknown>): Promise<string> => {
  try {
    return JSON.stringify(await work);
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe("a patch", () => {
  test("is applied to every file, with line ends, the missing last one and the rights kept", async () => {
    chmodSync(scratch.at("notes/a.md"), 0o640);
    const outcome = await applier(scratch).apply("p1", patch(), editable(scratch));
    expect(outcome).toMatchObject({ kind: "done" });
    expect(standing()).toEqual([
      "# A\n\nThe apple.\n",
      "# B\r\n\r\nThe apple.\r\nlast",
      "# C\n\nThe apple and another apple.\n",
    ]);
    expect(statSync(scratch.at("notes/a.md")).mode & 0o777).toBe(0o640);
    expect(temporaries(scratch)).toEqual([]);
  });

  test("is undone once, to the byte, and then neither undone nor applied again", async () => {
    const was = standing();
    const files = patch();
    const patches = applier(scratch);
    await patches.apply("p1", files, editable(scratch));
    expect(patches.state("p1")).toBe("applied");
    expect(await code(patches.apply("p1", files, editable(scratch)))).toBe("conflict");
    expect(await patches.undo("p1", files, editable(scratch))).toMatchObject({ kind: "done" });
    expect(standing()).toEqual(was);
    expect(patches.state("p1")).toBe("undone");
    expect(await code(patches.undo("p1", files, editable(scratch)))).toBe("conflict");
    expect(await code(patches.apply("p1", files, editable(scratch)))).toBe("conflict");
    expect(temporaries(scratch)).toEqual([]);
  });

  test("is undone by a program that was started since", async () => {
    const was = standing();
    const files = patch();
    await applier(scratch).apply("p1", files, editable(scratch));
    await applier(scratch).undo("p1", files, editable(scratch));
    expect(standing()).toEqual(was);
  });

  test("that was never applied is not undone", async () => {
    expect(await code(applier(scratch).undo("p1", patch(), editable(scratch)))).toBe("conflict");
  });

  test.each([
    ["gbk", Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7, 0x0a]), "你好，世界\n"],
    ["utf-16le", Buffer.from("\ufeff# Größe\n", "utf16le"), "# Größen\n"],
    ["utf-8 with a mark", Buffer.from("\ufeff# A\n"), "# B\n"],
    ["latin1", Buffer.from("# Gr\xf6\xdfe\n", "latin1"), "# Größen\n"],
  ])("keeps a file in %s in its encoding", async (_name, bytes, after) => {
    scratch.write("notes/e.md", bytes);
    const files = [patchOf(scratch, "e.md", after)];
    const patches = applier(scratch);
    expect(await patches.apply("p1", files, editable(scratch))).toMatchObject({ kind: "done" });
    expect(patchOf(scratch, "e.md", after).hunks).toEqual([]);
    await patches.undo("p1", files, editable(scratch));
    expect(readFileSync(scratch.at("notes/e.md"))).toEqual(bytes);
  });

  test("is refused where the file's encoding has no such character, or would not come back", async () => {
    scratch.write("notes/e.md", Buffer.from("# Gr\xf6\xdfe\n", "latin1"));
    const files = [...patch(), patchOf(scratch, "e.md", "# 你好\n")];
    const was = standing();
    expect(await code(applier(scratch).apply("p1", files, editable(scratch)))).toBe("bad_encoding");
    scratch.write("notes/f.md", Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x0a]));
    const broken = [patchOf(scratch, "f.md", "b\n")];
    expect(await code(applier(scratch).apply("p2", broken, editable(scratch)))).toBe(
      "bad_encoding",
    );
    expect(standing()).toEqual(was);
  });
});

describe("nothing is changed", () => {
  let was: string[];
  beforeEach(() => {
    was = standing();
  });
  afterEach(() => expect(temporaries(scratch)).toEqual([]));

  test("in a folder that is not editable, nor in one within one that is", async () => {
    const access = editable(scratch, { editable: false });
    expect(await code(applier(scratch).apply("p1", patch(), access))).toBe("not_editable");
    const nested = scratch.access({
      roots: [
        { id: "notes", label: "Notes", path: scratch.at("notes"), editable: true },
        { id: "sub", label: "Sub", path: scratch.at("notes/sub") },
      ],
    });
    expect(await code(applier(scratch).apply("p1", patch(), nested))).toBe("not_editable");
    expect(standing()).toEqual(was);
  });

  test.each([
    ["../notes-evil/secret.md", "traversal"],
    ["no-such-root/x.md", "unreadable"],
    [".git/config.md", "denylisted"],
    [".hidden/x.md", "not_a_document"],
    ["x.txt", "not_a_document"],
    ["sub", "not_regular_file"],
  ])("by the name %s: %s", async (name, rule) => {
    for (const file of [".git/config.md", ".hidden/x.md", "x.txt"]) {
      scratch.write(`notes/${file}`, "x\n");
    }
    const file: FilePatch = {
      root_id: "notes",
      path: name,
      base_sha256: "0".repeat(64),
      hunks: patchOf(scratch, "a.md", "x\n").hunks,
    };
    const outcome = await code(applier(scratch).apply("p1", [...patch(), file], editable(scratch)));
    expect(outcome).toContain(rule === "unreadable" ? '"conflict"' : rule);
    expect(standing()).toEqual(was);
    expect(readFileSync(scratch.at("notes-evil/secret.md"), "utf8")).toContain("CANARY");
  });

  test("through a link that stands in a file's place, inside the root or out of it", async () => {
    const files = patch();
    rmSync(scratch.at("notes/c.md"));
    symlinkSync(scratch.at("notes/a.md"), scratch.at("notes/c.md"));
    expect(await code(applier(scratch).apply("p1", files, editable(scratch)))).toBe("path_changed");
    rmSync(scratch.at("notes/c.md"));
    symlinkSync(scratch.at("outside/secret.md"), scratch.at("notes/c.md"));
    expect(await code(applier(scratch).apply("p1", files, editable(scratch)))).toBe(
      "symlink_escape",
    );
    expect(text("a.md")).toBe(was[0]);
    expect(readFileSync(scratch.at("outside/secret.md"), "utf8")).toContain("CANARY");
  });

  test("in a file with a second name somewhere, or that is write-protected", async () => {
    linkSync(scratch.at("notes/c.md"), scratch.at("outside/c.md"));
    expect(await code(applier(scratch).apply("p1", patch(), editable(scratch)))).toBe(
      "not_regular_file",
    );
    rmSync(scratch.at("outside/c.md"));
    chmodSync(scratch.at("notes/c.md"), 0o444);
    expect(await code(applier(scratch).apply("p1", patch(), editable(scratch)))).toBe("unreadable");
    expect(standing()).toEqual(was);
  });

  test("where one file is not as it was, or is gone: both sides are shown", async () => {
    const files = patch();
    writeFileSync(scratch.at("notes/a.md"), "# A\n\nThe pear.\n");
    rmSync(scratch.at("notes/c.md"));
    const outcome = await applier(scratch).apply("p1", files, editable(scratch));
    expect(outcome).toEqual({
      kind: "conflict",
      conflicts: [
        expect.objectContaining({
          path: "c.md",
          sides: [{ line: 1, expected: ["# C", "", "The aple and another aple."] }],
        }),
        expect.objectContaining({
          path: "a.md",
          sides: [{ line: 1, expected: ["# A", "", "The aple."], found: ["# A", "", "The pear."] }],
        }),
      ],
    });
    expect(text("sub/b.md")).toBe(was[1]);
  });

  test("by undoing where a file was edited since", async () => {
    const files = patch();
    const patches = applier(scratch);
    await patches.apply("p1", files, editable(scratch));
    writeFileSync(scratch.at("notes/a.md"), "# A\n\nThe pear.\n");
    const after = standing();
    expect(await patches.undo("p1", files, editable(scratch))).toMatchObject({
      kind: "conflict",
      conflicts: [{ path: "a.md", sides: [{ expected: ["# A", "", "The apple."] }] }],
    });
    expect(standing()).toEqual(after);
    expect(patches.state("p1")).toBe("applied");
  });

  test("by a patch that names a file twice, or whose hunks are not of this text", async () => {
    const files = patch();
    const [first] = files as [FilePatch, ...FilePatch[]];
    expect(await code(applier(scratch).apply("p1", [...files, first], editable(scratch)))).toBe(
      "validation",
    );
    const [other] = files.slice(1) as [FilePatch, ...FilePatch[]];
    const mixed = [...files.slice(1), { ...first, hunks: other.hunks }];
    expect(await code(applier(scratch).apply("p1", mixed, editable(scratch)))).toBe("validation");
    expect(standing()).toEqual(was);
  });
});

/** An error as the system gives it. */
const systemError = (error_code: string) =>
  Object.assign(new Error(error_code), { code: error_code });

/** How many things are done to the disk in all. */
async function stepsOf(act: "apply" | "undo"): Promise<string[]> {
  const steps: string[] = [];
  const files = patch();
  if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
  await applier(
    scratch,
    watchedDisk((step) => void steps.push(step)),
  )[act]("p1", files, editable(scratch));
  return steps;
}

describe.each(["apply", "undo"] as const)(
  "all or nothing, whatever fails while it should %s",
  (act) => {
    test.each(["ENOSPC", "EIO", "EACCES"])("with %s at every step", async (error_code) => {
      const sides = { apply: standing(), undo: names.map(fixed) };
      const steps = await stepsOf(act);
      expect(steps).toContain("rename");
      for (const at of steps.keys()) {
        for (const [i, name] of names.entries())
          writeFileSync(scratch.at("notes", name), sides.apply[i] ?? "");
        rmSync(scratch.at("project/.docent"), { recursive: true, force: true });
        const files = patch();
        if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
        const disk = watchedDisk((_step, n) => {
          if (n === at) throw systemError(error_code);
        });
        const outcome = await code(applier(scratch, disk)[act]("p1", files, editable(scratch)));
        const now = standing();
        const other = act === "apply" ? sides.undo : sides.apply;
        // The last note alone may fail without harm: the next start finds everything done.
        expect(now, `${steps[at]} ${at}: ${outcome}`).toEqual(
          outcome.includes("done") ? other : sides[act],
        );
        expect(temporaries(scratch)).toEqual([]);
        await applier(scratch).recover();
        expect(standing()).toEqual(now);
      }
    });

    test("when the disk stays full from any step on: at the latest once there is room again", async () => {
      const sides = { apply: standing(), undo: names.map(fixed) };
      const steps = await stepsOf(act);
      for (const at of steps.keys()) {
        for (const [i, name] of names.entries()) {
          writeFileSync(scratch.at("notes", name), sides.apply[i] ?? "");
        }
        rmSync(scratch.at("project/.docent"), { recursive: true, force: true });
        const files = patch();
        if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
        const disk = watchedDisk((step, n) => {
          if (n >= at && ["keep", "note", "write"].includes(step)) throw systemError("ENOSPC");
        });
        await code(applier(scratch, disk)[act]("p1", files, editable(scratch)));
        const later = applier(scratch);
        await later.recover();
        const applied = later.state("p1") === "applied";
        expect(standing(), `${steps[at]} ${at}`).toEqual(applied ? sides.undo : sides.apply);
        expect(temporaries(scratch)).toEqual([]);
      }
    });

    test("when a file changes under it at any step", async () => {
      const steps = await stepsOf(act);
      for (const at of steps.keys()) {
        const edited = "# C\n\nEdited meanwhile.\n";
        for (const name of names)
          writeFileSync(scratch.at("notes", name), `# ${name}\n\nThe aple.\n`);
        rmSync(scratch.at("project/.docent"), { recursive: true, force: true });
        const files = patch();
        if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
        const was = standing();
        const disk = watchedDisk((_step, n) => {
          if (n === at) writeFileSync(scratch.at("notes/c.md"), edited);
        });
        const outcome = await code(applier(scratch, disk)[act]("p1", files, editable(scratch)));
        if (outcome.includes('"conflict"')) {
          expect(standing()).toEqual([...was.slice(0, 2), edited]);
        } else {
          // It came after the last look at that file: the others are as the patch says.
          expect(outcome).toContain("done");
          expect(standing().slice(0, 2)).not.toEqual(was.slice(0, 2));
        }
        expect(temporaries(scratch)).toEqual([]);
      }
    });

    test("when a folder is swapped for a link at any step: nothing lands outside", async () => {
      const steps = await stepsOf(act);
      mkdirSync(scratch.at("outside/sub"));
      const canary = "# B\r\n\r\nThe aple.\r\nlast";
      for (const at of steps.keys()) {
        rmSync(scratch.at("notes/sub"), { recursive: true, force: true });
        rmSync(scratch.at("moved"), { recursive: true, force: true });
        writeFileSync(scratch.at("outside/sub/b.md"), canary);
        for (const name of names) scratch.write(`notes/${name}`, `# ${name}\n\nThe aple.\n`);
        rmSync(scratch.at("project/.docent"), { recursive: true, force: true });
        const files = patch();
        if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
        const disk = watchedDisk((_step, n) => {
          if (n !== at) return;
          renameSync(scratch.at("notes/sub"), scratch.at("moved"));
          symlinkSync(scratch.at("outside/sub"), scratch.at("notes/sub"));
        });
        await code(applier(scratch, disk)[act]("p1", files, editable(scratch)));
        expect(readFileSync(scratch.at("outside/sub/b.md"), "utf8")).toBe(canary);
        rmSync(scratch.at("notes/sub"));
      }
    });

    test("when the program is killed before any step", { timeout: 240_000 }, async () => {
      const sides = { apply: standing(), undo: names.map(fixed) };
      const steps = await stepsOf(act);
      const home = scratch.at("project/.docent");
      const ends = new Set<string>();
      for (const at of steps.keys()) {
        for (const [i, name] of names.entries())
          writeFileSync(scratch.at("notes", name), sides.apply[i] ?? "");
        rmSync(home, { recursive: true, force: true });
        const files = patch();
        if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
        expect(child({ home, act, files, kill_at: at })).toBe("SIGKILL");
        // Once more in the middle of setting it right, where there is so much to do.
        child({ home, act: "recover", files, kill_at: at % 3 });
        const patches = applier(scratch);
        await patches.recover();
        const now = JSON.stringify(standing());
        const state = patches.state("p1");
        expect([JSON.stringify(sides.apply), JSON.stringify(sides.undo)]).toContain(now);
        expect(now === JSON.stringify(sides.undo)).toBe(state === "applied");
        expect(temporaries(scratch)).toEqual([]);
        ends.add(state);
      }
      expect(ends.size).toBe(2); // some are finished, some are taken back
    });
  },
);

function child(given: Record<string, unknown>): string | null {
  const script = path.join(import.meta.dirname, "apply-until-killed.ts");
  const notes = scratch.at("notes");
  const run = spawnSync(process.execPath, [script, JSON.stringify({ ...given, notes })], {
    encoding: "utf8",
  });
  if (run.signal === null && run.status !== 0) throw new Error(run.stderr);
  return run.signal;
}

test("what an earlier program left half done and cannot be reached is tried again later", async () => {
  const files = patch();
  const home = scratch.at("project/.docent");
  const steps = await stepsOf("apply");
  for (const name of names) writeFileSync(scratch.at("notes", name), `# ${name}\n\nThe aple.\n`);
  rmSync(home, { recursive: true, force: true });
  const again = patch();
  child({ home, act: "apply", files: again, kill_at: steps.lastIndexOf("rename") });
  expect(existsSync(`${home}/patches/p1/journal.json`)).toBe(true);
  const disk = watchedDisk((step) => {
    if (step === "write") throw systemError("EROFS");
  });
  const stuck = applier(scratch, disk);
  expect(await stuck.recover()).toMatchObject([{ outcome: "stuck" }]);
  expect(stuck.state("p1")).toBe("interrupted");
  expect(await code(stuck.apply("p1", files, editable(scratch)))).toBe("conflict");
  const later = applier(scratch);
  await later.recover();
  expect(["open", "applied"]).toContain(later.state("p1"));
  expect(temporaries(scratch)).toEqual([]);
});

/** Ended by the system while the documents were taking their places, before the last of them did. */
async function endedWhileRenaming(): Promise<void> {
  const steps = await stepsOf("apply");
  for (const name of names) writeFileSync(scratch.at("notes", name), `# ${name}\n\nThe aple.\n`);
  rmSync(scratch.at("project/.docent"), { recursive: true, force: true });
  const kill_at = steps.lastIndexOf("rename");
  child({ home: scratch.at("project/.docent"), act: "apply", files: patch(), kill_at });
}

describe.each(["apply", "undo"] as const)("what somebody else wrote stays: %s", (act) => {
  test("where they bring the same new text while ours is being written", async () => {
    const files = patch();
    if (act === "undo") await applier(scratch).apply("p1", files, editable(scratch));
    const was = standing();
    const theirs = act === "apply" ? fixed("a.md") : text("a.md").replaceAll("apple", "aple");
    let brought = false;
    const disk = watchedDisk((step) => {
      if (step !== "write" || brought) return;
      brought = true;
      rmSync(scratch.at("notes/a.md"));
      writeFileSync(scratch.at("notes/a.md"), theirs);
    });
    const outcome = await code(applier(scratch, disk)[act]("p1", files, editable(scratch)));
    expect(outcome).toContain('"conflict"');
    expect(standing()).toEqual([theirs, ...was.slice(1)]);
    expect(temporaries(scratch)).toEqual([]);
  });
});

describe("an earlier program's patch while its disk is away", () => {
  const kept = () => scratch.at("project/.docent/patches/p1");
  const goingBack = () => {
    const journal = JSON.parse(readFileSync(`${kept()}/journal.json`, "utf8")) as {
      under_way: { step: string };
    };
    journal.under_way.step = "going_back";
    writeFileSync(`${kept()}/journal.json`, JSON.stringify(journal));
  };

  test.each([
    ["renaming", "without its folder"],
    ["renaming", "with an empty folder in its place"],
    ["going_back", "without its folder"],
    ["going_back", "with an empty folder in its place"],
  ])("is kept, %s and %s, and set right once it is back", async (step, how) => {
    await endedWhileRenaming();
    if (step === "going_back") goingBack();
    renameSync(scratch.at("notes"), scratch.at("away"));
    if (how.includes("empty")) mkdirSync(scratch.at("notes"));
    const patches = applier(scratch);
    expect(await patches.recover()).toMatchObject([{ outcome: "stuck" }]);
    expect(patches.state("p1")).toBe("interrupted");
    expect(existsSync(`${kept()}/0.before`)).toBe(true);
    rmSync(scratch.at("notes"), { recursive: true, force: true });
    renameSync(scratch.at("away"), scratch.at("notes"));
    expect(await applier(scratch).recover()).toMatchObject([
      { outcome: step === "renaming" ? "finished" : "taken_back" },
    ]);
    const after = step === "renaming" ? "apple" : "aple";
    expect(standing()).toEqual(names.map((name) => `# ${name}\n\nThe ${after}.\n`));
    expect(temporaries(scratch)).toEqual([]);
  });

  test("is kept where its journal cannot be read", async () => {
    await endedWhileRenaming();
    renameSync(`${kept()}/journal.json`, `${kept()}/aside.json`);
    mkdirSync(`${kept()}/journal.json`);
    const patches = applier(scratch);
    expect(await patches.recover()).toMatchObject([{ outcome: "stuck" }]);
    expect(patches.state("p1")).toBe("interrupted");
    expect(await code(patches.apply("p1", patch(), editable(scratch)))).toBe("conflict");
    rmSync(`${kept()}/journal.json`, { recursive: true });
    renameSync(`${kept()}/aside.json`, `${kept()}/journal.json`);
    expect(await applier(scratch).recover()).toMatchObject([{ outcome: "finished" }]);
  });
});

describe("a patch that is done, and only that could not be noted", () => {
  const lastNoteFails = async () => {
    const last = (await stepsOf("apply")).lastIndexOf("note");
    for (const name of names) writeFileSync(scratch.at("notes", name), `# ${name}\n\nThe aple.\n`);
    rmSync(scratch.at("project/.docent"), { recursive: true, force: true });
    return watchedDisk((_step, n) => {
      if (n === last) throw systemError("ENOSPC");
    });
  };

  test("stays done at the next start, with what a person has written into it since", async () => {
    const disk = await lastNoteFails();
    const files = patch();
    expect(await applier(scratch, disk).apply("p1", files, editable(scratch))).toMatchObject({
      kind: "done",
    });
    const after = standing();
    writeFileSync(scratch.at("notes/a.md"), "# A\n\nThe pear.\n");
    const later = applier(scratch);
    expect(await later.recover()).toMatchObject([{ to: "applied", outcome: "finished" }]);
    expect(standing()).toEqual(["# A\n\nThe pear.\n", ...after.slice(1)]);
  });

  test("is applied in the same program, noted when it is looked at, and can be undone", async () => {
    const disk = await lastNoteFails();
    const files = patch();
    const was = standing();
    const patches = applier(scratch, disk);
    await patches.apply("p1", files, editable(scratch));
    expect(patches.state("p1")).toBe("applied");
    expect(applier(scratch).state("p1")).toBe("interrupted");
    const [first] = files as [FilePatch];
    expect(await patches.look("p1", first, editable(scratch))).toEqual({ state: "applied" });
    expect(applier(scratch).state("p1")).toBe("applied");
    expect(await patches.undo("p1", files, editable(scratch))).toMatchObject({ kind: "done" });
    expect(standing()).toEqual(was);
  });
});
