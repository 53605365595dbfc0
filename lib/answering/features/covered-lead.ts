import { coverage, heldByAny } from "../asked-question.ts";
import type { Feature } from "../feature.ts";

export const coveredLead: Feature = {
  name: "covered-lead",
  says: "What introduces it holds so much more of the question.",
  value: (c, asked) =>
    coverage(heldByAny(...c.lead, c.words.terms, c.above), asked) - c.coveredAbove,
};
