import { describe, expect, it } from "vitest";
import { marksIn } from "#lib/contracts/mark-words";

const marked = (text: string, ...words: string[]) =>
  marksIn(text, words).map(([from, to]) => text.slice(from, to));

describe("marked words", () => {
  it("are whole words, whatever their case, the longer one first", () => {
    expect(marked("Add an address to the Address book", "add", "address")).toEqual([
      "Add",
      "address",
      "Address",
    ]);
    expect(marked("部署到服务器", "服务器", "服务")).toEqual(["服务器"]);
  });

  it("are never a piece of a name: the whole name is marked", () => {
    expect(marked("Set max_upload_size to 5.", "size")).toEqual(["max_upload_size"]);
    expect(marked("Set MAX_SIZE to 5.", "max")).toEqual(["MAX_SIZE"]);
    expect(marked("Set max_sizes to 5.", "size")).toEqual([]);
  });

  it("may stand in emphasis", () => {
    expect(marked("The _port_ is __8080__.", "port", "8080")).toEqual(["port", "8080"]);
  });

  it("are found in a long run of underscores in time that grows with the text", () => {
    expect(marked("a_".repeat(20_000), "size")).toEqual([]);
    expect(marked(`${"_".repeat(200_000)}size`, "size", "port", "name")).toEqual(["size"]);
  });
});
