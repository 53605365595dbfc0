import { describe, expect, it } from "vitest";
import type { Access } from "#lib/access/access";
import { type Allowed, refuse, refuseMissing, type Verdict } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import { withJudged } from "../../mcp-servers/docs/read-document.ts";

const allowed = { kind: "allowed", relative_path: "a.md" } as Allowed; // the work here looks at nothing else

function accessOf(...verdicts: Verdict[]): Access {
  return { judge: async () => verdicts.shift() ?? refuse("unreadable") } as unknown as Access; // only `judge` is asked
}

function work(...outcomes: (string | AppError)[]) {
  return async () => {
    const outcome = outcomes.shift();
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  };
}

const changed = () => new AppError("path_changed", "changed");
const run = (access: Access, doing: () => Promise<string | undefined>) =>
  withJudged(access, "a.md", undefined, doing);

describe("working on a judged file", () => {
  it("judges once more when the file was replaced in between", async () => {
    expect(await run(accessOf(allowed, allowed), work(changed(), "text"))).toBe("text");
  });

  it("lets the refusal stand when it changes again, or may no longer be read", async () => {
    const again = run(accessOf(allowed, allowed), work(changed(), changed(), "text"));
    await expect(again).rejects.toMatchObject({ code: "path_changed" });
    const refused = run(accessOf(allowed, refuse("symlink_escape")), work(changed(), "text"));
    await expect(refused).rejects.toMatchObject({ code: "symlink_escape" });
  });

  it("does not try again for any other reason", async () => {
    const tooLarge = run(accessOf(allowed, allowed), work(new AppError("too_large", ""), "text"));
    await expect(tooLarge).rejects.toMatchObject({ code: "too_large" });
  });

  it("tells a missing file from a refused one", async () => {
    await expect(run(accessOf(refuseMissing()), work())).rejects.toMatchObject({
      details: { missing: true },
    });
    await expect(run(accessOf(refuse("denylisted")), work())).rejects.toMatchObject({
      details: { missing: false },
    });
  });
});
