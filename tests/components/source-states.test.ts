import { describe, expect, it } from "vitest";
import type { Preview } from "#lib/contracts/http";
import { ApiProblem } from "../../components/api/problem.ts";
import { createSourceStates } from "../../components/source/source-states.ts";
import { sampleCitation } from "../store/sample-answer.ts";

const citation = sampleCitation();
const still = new AbortController().signal;

function preview(state: Preview["state"]): Preview {
  return {
    state,
    root_id: citation.root_id,
    relative_path: citation.relative_path,
    display_path: citation.display_path,
    encoding: "utf-8",
    file: null,
    total_lines: 0,
    line_start: 1,
    lines: [],
    headings: [],
  };
}

const finds = (state: Preview["state"]) => createSourceStates(async () => preview(state));
const fails = (problem: ApiProblem) =>
  createSourceStates(async () => {
    throw problem;
  });

describe("the state of a source", () => {
  it("is unchecked until somebody has looked", () => {
    expect(finds("verified").get(citation).state).toBe("unchecked");
  });

  it("is verified for a citation that has just come from the server", () => {
    const states = finds("changed");
    states.vouch(citation);
    expect(states.get(citation).state).toBe("verified");
  });

  it.each(["verified", "moved", "changed", "missing"] as const)(
    "is what a look finds: %s",
    async (state) => {
      const states = finds(state);
      await states.check([citation], still);
      expect(states.get(citation).state).toBe(state);
    },
  );

  it("is refused when a rule keeps the file from being read", async () => {
    const states = fails(new ApiProblem("refused", { status: 403, rule: "not_allowlisted" }));
    await states.check([citation], still);
    expect(states.get(citation).state).toBe("refused");
  });

  it.each([
    new ApiProblem("unreachable"),
    new ApiProblem("refused", { status: 503, code: "busy" }),
    new ApiProblem("unreadable", { status: 502 }),
    new ApiProblem("refused", { status: 403, rule: "path_changed" }),
  ])(
    "stays unchecked, to be looked at again, when there was no answer: $kind, $status",
    async (problem) => {
      let away = true;
      const states = createSourceStates(async () => {
        if (away) throw problem;
        return preview("changed");
      });
      await states.check([citation], still);
      expect(states.get(citation).state).toBe("unchecked");
      away = false;
      await states.check([citation], still);
      expect(states.get(citation).state).toBe("changed");
    },
  );

  it("forgets a refusal once the file could be read again", async () => {
    const states = finds("verified");
    states.reportProblem(citation, new ApiProblem("refused", { rule: "denylisted" }));
    expect(states.get(citation).state).toBe("refused");
    states.report(citation, preview("verified"));
    expect(states.get(citation).state).toBe("verified");
  });
});
