import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeZip, type ZipEntry } from "./make-zip.ts";
import { openShelf, problemOf, skillText } from "./open-shelf.ts";

let open: ReturnType<typeof openShelf>;
beforeEach(() => {
  open = openShelf();
});
afterEach(() => open.close());

const md: ZipEntry = { name: "weave/SKILL.md", bytes: skillText("weave") };
async function load(zip: Buffer, name = "weave.zip") {
  open.write(`own/${name}`, zip);
  return (await open.look()).find(({ entry }) => entry === name);
}

describe("a zip", () => {
  it("is read as the folder in it, without being unpacked, with the same hash as that folder", async () => {
    const files = { "SKILL.md": skillText("weave"), "references/a.md": "A".repeat(100_000) };
    const entries = Object.entries(files).map(([name, bytes]) => ({
      name: `weave/${name}`,
      bytes,
    }));
    const zip = makeZip([{ name: "weave/", mode: 0o040755, method: 0 }, ...entries]);
    const packed = await load(zip, "downloaded-main.zip");
    expect(packed).toMatchObject({ kind: "loaded", name: "weave" });
    const text = packed && (await open.shelf.read(packed, "references/a.md"));
    expect(text).toBe(files["references/a.md"]);
    const other = openShelf();
    for (const [name, bytes] of Object.entries(files)) other.write(`own/weave/${name}`, bytes);
    const [folder] = await other.look();
    other.close();
    expect(folder?.hash).toBe(packed?.hash);
  });

  it("may have SKILL.md at its top, stored or deflated, with what a Mac leaves in it", async () => {
    const zip = makeZip([
      { name: "SKILL.md", bytes: skillText("weave"), method: 0 },
      { name: "a.md", bytes: "A" },
      { name: "__MACOSX/._SKILL.md", bytes: "junk" },
    ]);
    expect(await load(zip)).toMatchObject({ kind: "loaded", name: "weave" });
  });

  const big = Buffer.alloc(7 * 1024 * 1024);
  it.each<[string, Buffer, RegExp]>([
    ["climbs", makeZip([md, { name: "weave/../../x.md", bytes: "x" }]), /file name.*elsewhere/],
    ["is absolute", makeZip([md, { name: "/etc/passwd", bytes: "x" }]), /file name/],
    ["names a drive", makeZip([md, { name: "C:/x.md", bytes: "x" }]), /file name/],
    ["has backslashes", makeZip([md, { name: "weave\\..\\x.md", bytes: "x" }]), /file name/],
    ["has a NUL", makeZip([md, { name: "weave/a\0.md", bytes: "x" }]), /file name/],
    ["holds a link", makeZip([md, { name: "weave/l", bytes: "/etc", mode: 0o120777 }]), /a link/],
    ["holds a device", makeZip([md, { name: "weave/d", bytes: "", mode: 0o020666 }]), /a link/],
    ["has two folders", makeZip([md, { name: "loom/SKILL.md", bytes: "x" }]), /top.*weave, loom/],
    ["has files beside", makeZip([md, { name: "README.md", bytes: "x" }]), /weave, README\.md/],
    ["is empty", makeZip([]), /at its top/],
    ["is encrypted", makeZip([{ ...md, flags: 1 }]), /zip cannot be read/],
    ["packs strangely", makeZip([{ ...md, method: 12 }]), /zip cannot be read/],
    ["says another size", makeZip([{ ...md, said_size: 4 }]), /zip cannot be read/],
    ["has another sum", makeZip([{ ...md, crc: 7 }]), /zip cannot be read/],
    ["names twice", makeZip([md, md]), /zip cannot be read/],
    [
      "names otherwise inside",
      makeZip([{ ...md, local_name: "weave/OTHER.md" }]),
      /cannot be read/,
    ],
    ["says too few", makeZip([md, { name: "weave/a.md" }], { said_count: 1 }), /cannot be read/],
    ["says too many", makeZip([md], { said_count: 2 }), /cannot be read/],
    ["is cut off", makeZip([md]).subarray(0, 120), /zip cannot be read/],
    ["is none", Buffer.from("PK\u0003\u0004 and then nothing of the kind"), /cannot be read/],
    ["is nothing", Buffer.alloc(0), /zip cannot be read/],
    [
      "is a bomb by its words",
      makeZip([md, { name: "weave/b.bin", bytes: Buffer.alloc(9 * 1024 * 1024) }]),
      /weave\/b\.bin The file is larger/,
    ],
    [
      "is a bomb that lies",
      makeZip([md, { name: "weave/b.bin", bytes: Buffer.alloc(64 * 1024 * 1024), said_size: 10 }]),
      /zip cannot be read/,
    ],
    [
      "is a bomb of many",
      makeZip([md, ...[0, 1, 2, 3, 4].map((i) => ({ name: `weave/${i}`, bytes: big }))]),
      /32 MiB in total/,
    ],
    [
      "has 10,000 files",
      makeZip([
        md,
        ...Array.from({ length: 10_000 }, (_, i) => ({ name: `weave/${i}`, bytes: "" })),
      ]),
      /more than 1,000 files/,
    ],
    ["holds 10 MB", makeZip([{ ...md, bytes: Buffer.alloc(3e5, "x") }]), /larger than 256 KiB/],
  ])("is refused with its reason when it %s", async (_, zip, problem) => {
    open.skill("other");
    expect(problemOf(await load(zip))).toMatch(problem);
    expect(open.shelf.skills().find(({ name }) => name === "other")?.kind).toBe("loaded");
  });

  it("is no skill of ours: in our folder only folders are", async () => {
    open.write("ours/weave.zip", makeZip([md]));
    expect(await open.look()).toEqual([]);
  });

  it("may end anywhere: no cut of an honest one is read as another skill", async () => {
    const zip = makeZip([md, { name: "weave/a.md", bytes: "A" }]);
    for (let end = 0; end < zip.length; end += 7) {
      expect(problemOf(await load(zip.subarray(0, end)))).toMatch(/cannot be read/);
    }
  });
});
