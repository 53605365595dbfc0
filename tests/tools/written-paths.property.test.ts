import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createToolRoots } from "#lib/access/tool-roots";
import { AppError } from "#lib/contracts/errors";
import { systemClock } from "#lib/platform/clock";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { writeFile } from "../../lib/tools/providers/builtin/write-file.ts";
import { allBelow, noCommands, openRoom } from "./open-room.ts";

/**
 * Random trees with links, and random names into them: the file that is written is the one that the system itself opens
 * under that name, it lies in the workspace, and nothing else changes. Or the call is refused, and nothing changes at all.
 */
let room: ReturnType<typeof openRoom>;
beforeAll(() => {
  room = openRoom();
});
afterAll(() => room.close());

const name = fc.constantFrom("a", "a", "b", "c.md", "c.md", "d.md", "link", "out", "x\\y");
const step = fc.oneof(
  { weight: 6, arbitrary: name },
  { weight: 3, arbitrary: fc.constant("..") },
  { weight: 1, arbitrary: fc.constantFrom(".", "", "outside", "home", "workspace") },
);
const steps = fc.array(step, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("/"));
const entry = fc.record({
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ kind: "file" as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: "folder" as const }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("link" as const),
        from: fc.constantFrom("", "", "WS/", "DIR/outside/", "DIR/"),
        steps,
      }),
    },
  ),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;
const given = fc
  .tuple(fc.constantFrom("", "", "", "WS/", "DIR/", "/"), steps)
  .map(([from, rest]) => from + rest);
const spell = (text: string) => text.replace("WS", room.at()).replace("DIR", room.dir);

function plant(entries: readonly Entry[]): void {
  for (const folder of [room.at(), room.outside()]) {
    for (const one of readdirSync(folder)) rmSync(path.join(folder, one), { recursive: true });
  }
  for (const file of ["c.md", "a/c.md", "a/b/c.md"]) room.write(file, "as it was");
  room.writeOutside("a/c.md", "beside");
  for (const { names, what } of entries) {
    try {
      const place = room.at(...names);
      mkdirSync(path.dirname(place), { recursive: true });
      // Whoever plants follows no link, so that nothing of the tree lands beside it.
      if (realpathSync(path.dirname(place)) !== path.dirname(place)) continue;
      if (what.kind === "file") writeFileSync(place, "as it was", { flag: "wx" });
      else if (what.kind === "folder") mkdirSync(place);
      else symlinkSync(spell(what.from + what.steps) || ".", place);
    } catch {
      // It does not fit what is there already.
    }
  }
}

const everything = () => new Map([...allBelow(room.at()), ...allBelow(room.outside())]);
const noDeny: string[] = [];

it("are written where the system would write them, inside the workspace, or not at all", async () => {
  const roots = createToolRoots(() => ({
    allowed: undefined,
    workspace_root: null,
    deny: noDeny,
    documents: [],
    project_dir: room.dir,
    home: room.home,
  }));
  const sandbox = createCommandSandbox({ find: noCommands.find, clock: systemClock });
  const shell = { sandbox, denied: [], hidden: () => [] };
  const tools = { roots, commands: noCommands, home: room.home, timeout_ms: 30_000, shell };
  const signal = new AbortController().signal;
  const written = { there: 0, made: 0, through: 0, refused: 0 };

  async function write(asked: string): Promise<boolean> {
    const args = { path: asked, content: "written" };
    try {
      const touches = writeFile.touches?.(args, tools);
      if (touches === undefined) throw new Error("write tells what it touches");
      await writeFile.run(args, { signal, timeout_ms: 30_000, touches, lang: "en" }, tools);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return false;
    }
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 2, maxLength: 10 }),
      fc.array(given, { minLength: 8, maxLength: 20 }),
      async (entries, asked) => {
        plant(entries);
        for (const text of asked) {
          const before = everything();
          const spelt = spell(text);
          // Joined as letters, so that the system is given every name.
          const whole = spelt.startsWith("/") ? spelt : `${room.at()}/${spelt}`;
          const stood = opened(whole);
          const done = await write(spelt);
          const after = everything();
          const changed = [...after].filter(([file, now]) => before.get(file) !== now);
          const context = JSON.stringify([text, ...before]).replaceAll(room.dir, "DIR");
          expect(
            [...before.keys()].filter((file) => !after.has(file)),
            context,
          ).toEqual([]);
          if (!done) {
            written.refused += 1;
            expect(changed, context).toEqual([]);
            continue;
          }
          const now = opened(whole);
          expect(now, context).toBeDefined();
          // The system's own: Node's would take `..` off the letters before it follows the link.
          const real = realpathSync.native(whole);
          expect(real.startsWith(`${room.at()}/`), context).toBe(true);
          expect(readFileSync(whole, "utf8"), context).toBe("written");
          expect(
            changed.every(([file]) => file === real),
            context,
          ).toBe(true);
          // What stood there under that name is what was written over: no second file has come beside it.
          if (stood !== undefined) expect(before.has(real), context).toBe(true);
          written[stood === undefined ? "made" : "there"] += 1;
          if (whole.includes("/../") || real !== path.normalize(whole)) written.through += 1;
          expect(lstatSync(real).ino, context).toBe(now);
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(written.there).toBeGreaterThan(10);
  expect(written.made).toBeGreaterThan(10);
  expect(written.through).toBeGreaterThan(5);
  expect(written.refused).toBeGreaterThan(100);
});

/** What the system opens for writing under a name, exactly as it is spelt. */
function opened(whole: string): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(whole, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    return fstatSync(descriptor).ino;
  } finally {
    closeSync(descriptor);
  }
}
