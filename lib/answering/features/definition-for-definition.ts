import type { Feature } from "../feature.ts";
import { subjectShare } from "../subject.ts";

export const definitionForDefinition: Feature = {
  name: "definition-for-definition",
  says: "A definition is asked for, and it has the thing for its subject.",
  value: (c, asked) => (asked.kind === "definition" ? subjectShare(c, asked) : 0),
};
