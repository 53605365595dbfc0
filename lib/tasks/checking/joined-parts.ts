/** Parts of a root that lead to one another are of one site; others are projects that only lie beside each other. */
export type JoinedParts = {
  join(part: string, other: string): void;
  /** The same for all parts of one site. */
  siteOf(part: string): string;
};

export function joinedParts(): JoinedParts {
  const next = new Map<string, string>();
  const siteOf = (part: string): string => {
    let last = part;
    for (let to = next.get(last); to !== undefined; to = next.get(last)) last = to;
    if (last !== part) next.set(part, last);
    return last;
  };
  return {
    siteOf,
    join(part, other) {
      const [one, two] = [siteOf(part), siteOf(other)];
      if (one !== two) next.set(one, two);
    },
  };
}
