type Sections = Record<string, unknown>;

/** A setting of an earlier version that was found in a file, and what says the same now. */
export type Renamed = { from: string; to: string };

/**
 * The sections of a saved configuration with the settings of earlier versions under their present names. What the file says
 * under a present name stands; a value that the earlier setting could not have stays where it is, for the schema to refuse.
 */
export function withPresentNames(sections: Sections): { sections: Sections; renamed: Renamed[] } {
  const { answer } = sections;
  if (typeof answer !== "object" || answer === null || !("show_weak" in answer))
    return { sections, renamed: [] };
  const { show_weak, ...rest } = answer;
  if (typeof show_weak !== "boolean") return { sections, renamed: [] };
  return {
    sections: { ...sections, answer: { gate: show_weak ? "standard" : "strict", ...rest } },
    renamed: [{ from: "answer.show_weak", to: "answer.gate" }],
  };
}
