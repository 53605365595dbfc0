import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DocsPicturesInput } from "#lib/contracts/docs-tools";
import { sha256 } from "#lib/platform/hash";
import { findPictures } from "#lib/search/find-pictures";
import { svg } from "../../fixtures/pictures/make.ts";
import { createScratch, type Scratch } from "../access/scratch.ts";

const place = { root_id: "notes", relative_path: "often.md" };
const references = 900;

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
  scratch.write("notes/bad.svg", svg("<script/>"));
});
afterEach(() => scratch.remove());

/** Looks through a page of many references to one picture that may not be shown; `onOpen` is told of each reading of it. */
function look(signal: AbortSignal, onOpen: () => void) {
  const text = Array.from({ length: references }, (_, i) => `![Moor](bad.svg?${i})`).join("\n");
  const real_path = scratch.write("notes/often.md", text);
  const file = { sha256: sha256(Buffer.from(text)), encoding: "utf-8" };
  const facts = { pictures: true, title: "Often", file };
  const entry = { key: "often", real_path, places: [place], facts };
  const access = scratch.access();
  const opening: typeof access.openPicture = (verdict) => {
    onOpen();
    return access.openPicture(verdict);
  };
  const shelves = {
    access: { ...access, openPicture: opening },
    inventory: { byPath: (path: string) => (path === real_path ? entry : undefined) },
  };
  return findPictures(DocsPicturesInput.parse({ within: [place] }), [], {
    shelves: shelves as never,
    shelf: {} as never,
    placeOf: () => place,
    signal,
  });
}

describe("looking for pictures", () => {
  it("reads one once, however often and by whatever address a page refers to it", async () => {
    const onOpen = vi.fn();
    const { refused } = await look(new AbortController().signal, onOpen);
    expect(refused).toEqual([{ rule: "not_a_picture", count: references }]);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it("reads no page behind the last picture that meets as much as is wanted", async () => {
    const pages = ["first.md", "second.md", "third.md"];
    const entries = new Map(
      pages.map((relative_path) => {
        const text = "![Moor](bad.svg)";
        const real_path = scratch.write(`notes/${relative_path}`, text);
        const file = { sha256: sha256(Buffer.from(text)), encoding: "utf-8" };
        const facts = { pictures: true, title: relative_path, file };
        const entry = {
          key: relative_path,
          real_path,
          places: [{ ...place, relative_path }],
          facts,
        };
        return [relative_path, entry] as const;
      }),
    );
    const access = scratch.access();
    const opened: string[] = [];
    const open: typeof access.open = (verdict) => {
      opened.push(verdict.relative_path);
      return access.open(verdict);
    };
    const met = [0.4, 0.8, 0.2];
    const found = pages.map((key, i) => ({ key, number: 0, words_met: met[i] }));
    const askFor = (least_met: number) => {
      const asked = { query: "moor", at_once: true, least_met };
      return findPictures(DocsPicturesInput.parse(asked), [], {
        shelves: {
          access: { ...access, open },
          inventory: { byKey: (key: string) => entries.get(key) },
        } as never,
        shelf: { find: async () => ({ found, complete: true }) } as never,
        placeOf: (entry) => entry.places[0],
        signal: new AbortController().signal,
      });
    };
    await askFor(0.9);
    expect(opened).toEqual([]);
    await askFor(0.75);
    expect(opened).toEqual(["first.md", "second.md"]);
  });

  it("can be stopped between two of them", async () => {
    // Each turn is due.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      now += 1_000;
      return now;
    });
    const asking = new AbortController();
    const looking = look(asking.signal, () => setImmediate(() => asking.abort()));
    await expect(looking).rejects.toThrow("aborted");
  });
});
