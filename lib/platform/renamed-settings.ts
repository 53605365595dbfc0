import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

type Sections = Record<string, unknown>;

/** What an earlier version called otherwise and was found in a file, and what says the same now. */
export type Renamed = { from: string; to: string };
type Read = { sections: Sections; renamed: Renamed[] };

/** Where the handbook was in earlier versions and where it is, below the project. */
const handbook = { from: "fixtures/handbook", to: "handbook" };

/**
 * The sections of a configuration file with the settings and folders of earlier versions under their present names. What the
 * file says under a present name stands; a value that the earlier setting could not have stays for the schema to refuse.
 */
export function withPresentNames(sections: Sections, project_dir: string): Read {
  const gate = withGate(sections);
  const moved = withHandbook(gate.sections, project_dir);
  return { sections: moved.sections, renamed: [...gate.renamed, ...moved.renamed] };
}

function withGate(sections: Sections): Read {
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

const Access = z.looseObject({ roots: z.array(z.looseObject({ path: z.string() })) });

/** A root at or below the handbook's earlier place is read at its present one, unless the earlier one is in use. */
function withHandbook(sections: Sections, project_dir: string): Read {
  const access = Access.safeParse(sections.doc_access).data;
  if (access === undefined) return { sections, renamed: [] };
  const earlier = path.join(project_dir, handbook.from);
  const present = path.join(project_dir, handbook.to);
  // Who has the handbook at its present place too keeps both as they are.
  if (access.roots.some((root) => path.resolve(project_dir, root.path) === present))
    return { sections, renamed: [] };
  const roots = access.roots.map((root) => {
    const below = path.relative(earlier, path.resolve(project_dir, root.path));
    if (below === ".." || below.startsWith(`..${path.sep}`) || path.isAbsolute(below)) return root;
    const to = path.isAbsolute(root.path) ? present : handbook.to;
    return { ...root, path: path.join(to, below) };
  });
  const none = roots.every((root, at) => root === access.roots[at]);
  if (none || holdsOther(earlier, present)) return { sections, renamed: [] };
  return {
    sections: { ...sections, doc_access: { ...access, roots } },
    renamed: [{ from: handbook.from, to: handbook.to }],
  };
}

/**
 * Whether a folder holds a file that the handbook has not, and so is the person's own. Pages left by an earlier version and
 * hidden files are not.
 */
function holdsOther(folder: string, pages: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => {
      if (entry.name.startsWith(".")) return false;
      const [place, page] = [path.join(folder, entry.name), path.join(pages, entry.name)];
      return entry.isDirectory() ? holdsOther(place, page) : !existsSync(page);
    });
  } catch {
    return existsSync(folder); // a file, or closed to us
  }
}
