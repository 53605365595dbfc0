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
