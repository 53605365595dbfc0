import { type SkillBody, SkillDetail, SkillInfo, SkillList } from "#lib/contracts/skills";
import { call, get, post, query } from "./call.ts";
import { createRemote } from "./remote.ts";

/** Skills: a client of its own, so that only a page that shows them loads it. */
export const skillsApi = {
  /** With the text of one of its files. */
  show: (name: string, file: string | undefined, signal: AbortSignal) =>
    get(SkillDetail, `/api/skills/${encodeURIComponent(name)}${query({ file })}`, signal),
  change: (name: string, body: SkillBody) =>
    call(SkillInfo, `/api/skills/${encodeURIComponent(name)}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  rescan: () => post(SkillList, "/api/skills/rescan", {}),
};

export const skillsRemote = createRemote(() => get(SkillList, "/api/skills"));
