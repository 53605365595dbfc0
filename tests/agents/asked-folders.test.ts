import { describe, expect, it } from "vitest";
import { askedFolders, ownFolders } from "#lib/agents/asked-folders";
import { asQuestion } from "#lib/contracts/question";

const handbook = { id: "handbook", label: "Docent handbook", handbook: true as const };
const own = { id: "notes", label: "Notes" };

function asked(question: string, more: { roots?: string[]; cited?: string } = {}): string[] {
  const cited = { root_id: more.cited ?? "", relative_path: "en/asking.md" };
  const earlier = [{ question: asQuestion("Before?"), searched: [], cited: [cited] }];
  return askedFolders(
    {
      question: asQuestion(question),
      roots: more.roots ?? [],
      ...(more.cited === undefined ? {} : { earlier }),
    },
    [handbook, own],
  );
}

describe("the handbook", () => {
  it("steps back where there is a folder of one's own", () => {
    expect(asked("How do I add a folder?")).toEqual(["notes"]);
    expect(asked("怎么添加文件夹？")).toEqual(["notes"]);
  });

  it.each([
    "How do I add a folder in Docent?",
    "What does the Docent handbook say about folders?",
    "Docent 怎么添加文件夹？",
  ])("is asked where it is named: %s", (question) => {
    expect(asked(question)).toEqual([]);
  });

  it("is asked where it was chosen, where the answer before cites it, and where nothing else is there", () => {
    expect(asked("How do I add a folder?", { roots: ["handbook"] })).toEqual(["handbook"]);
    expect(asked("And remove it?", { cited: "handbook" })).toEqual([]);
    expect(asked("And remove it?", { cited: "notes" })).toEqual(["notes"]);
    const question = asQuestion("How do I add a folder?");
    expect(askedFolders({ question, roots: [] }, [handbook])).toEqual([]);
    expect(askedFolders({ question, roots: [] }, [own])).toEqual([]);
  });

  it("is not among the folders of one's own", () => {
    expect(ownFolders([handbook, own, { id: "web", label: "Web" }])).toEqual(["notes"]);
    expect(ownFolders([own])).toEqual([]);
  });
});
