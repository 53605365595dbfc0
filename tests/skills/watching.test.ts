import { renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "#lib/platform/hash";
import { makeZip } from "./make-zip.ts";
import { openShelf, problemOf, skillText } from "./open-shelf.ts";

let open: ReturnType<typeof openShelf>;
beforeEach(async () => {
  open = openShelf();
  open.skill();
  await open.shelf.begin();
});
afterEach(() => open.close());

const names = () => open.shelf.skills().map(({ name }) => name);

/** Resolves once the shelf has told of a change after which `is` holds; says how long that took. */
function seen(change: () => void, is: () => boolean): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = open.shelf.onChange(() => {
      if (!is()) return;
      end();
      resolve(performance.now() - began);
    });
    change();
  });
}

describe("a shelf that watches", () => {
  it("has what stood there at its beginning", () => expect(names()).toEqual(["weave"]));

  it("sees a skill that is added, changed, broken, mended and taken away", async () => {
    await seen(
      () => open.skill("loom"),
      () => names().includes("loom"),
    );
    const hash = () => open.shelf.skills().find(({ name }) => name === "loom")?.hash;
    const before = hash();
    await seen(
      () => open.write("own/loom/references/deep/more.md", "More.\n"),
      () => hash() !== before,
    );
    await seen(
      () => open.write("own/loom/SKILL.md", "nothing of the kind"),
      () => open.shelf.skills().some(({ kind }) => kind === "broken"),
    );
    await seen(
      () => open.skill("loom"),
      () => open.shelf.skills().every(({ kind }) => kind === "loaded"),
    );
    await seen(
      () => rmSync(open.at("own/loom"), { recursive: true }),
      () => !names().includes("loom"),
    );
    expect(names()).toEqual(["weave"]);
  });

  it("sees a file that keeps its length", async () => {
    const file = open.write("own/weave/a.md", "aaaa");
    await open.shelf.rescan();
    const [before] = open.shelf.skills();
    await seen(
      () => writeFileSync(file, "bbbb"),
      () => open.shelf.skills()[0]?.hash !== before?.hash,
    );
    expect(open.shelf.skills()[0]?.files[1]?.sha256).toBe(sha256("bbbb"));
  });

  it("sees a zip, and one that is put in the place of another", async () => {
    const zip = (text: string) =>
      makeZip([{ name: "loom/SKILL.md", bytes: skillText("loom", "", text) }]);
    await seen(
      () => open.write("own/loom.zip", zip("One.")),
      () => names().includes("loom"),
    );
    const before = open.shelf.skills().find(({ name }) => name === "loom");
    open.write("new.zip", zip("Two."));
    await seen(
      () => renameSync(open.at("new.zip"), open.at("own/loom.zip")),
      () => open.shelf.skills().find(({ name }) => name === "loom")?.hash !== before?.hash,
    );
  });

  it("sees the folder itself go and come back", async () => {
    await seen(
      () => renameSync(open.at("own"), open.at("elsewhere")),
      () => names().length === 0,
    );
    await seen(
      () => renameSync(open.at("elsewhere"), open.at("own")),
      () => names().length === 1,
    );
    await seen(
      () => open.skill("loom"),
      () => names().includes("loom"),
    );
  });

  it("tells nobody of a change that changes nothing", async () => {
    let told = 0;
    open.shelf.onChange(() => (told += 1));
    open.write("own/notes.txt", "no skill");
    open.skill();
    await open.shelf.rescan();
    expect(told).toBe(0);
  });
});

describe("a file of a skill that is read", () => {
  it("is the one that was hashed, or it is refused", async () => {
    open.write("own/weave/a.md", "A");
    await open.shelf.rescan();
    const [skill] = open.shelf.skills();
    if (skill === undefined) throw new Error("no skill");
    expect(await open.shelf.read(skill, "a.md")).toBe("A");
    open.write("own/weave/a.md", "B");
    await expect(open.shelf.read(skill, "a.md")).rejects.toMatchObject({ code: "skill_invalid" });
    rmSync(open.at("own/weave/a.md"));
    await expect(open.shelf.read(skill, "a.md")).rejects.toMatchObject({ code: "skill_invalid" });
  });

  it("is none beside those that were listed", async () => {
    await open.shelf.rescan();
    const [skill] = open.shelf.skills();
    if (skill === undefined) throw new Error("no skill");
    open.write("own/later.md", "x");
    for (const file of ["../later.md", "/etc/passwd", "a/../SKILL.md", "none.md", ""]) {
      await expect(open.shelf.read(skill, file)).rejects.toMatchObject({ code: "not_found" });
    }
    open.write("own/weave/b.bin", Buffer.from([0, 1, 2]));
    await open.shelf.rescan();
    const [now] = open.shelf.skills();
    if (now === undefined) throw new Error("no skill");
    await expect(open.shelf.read(now, "b.bin")).rejects.toMatchObject({ code: "skill_invalid" });
    expect(problemOf(now)).toBeUndefined();
  });
});
