import { type Document, isMap, isNode, isPair, LineCounter, type Node, parseDocument } from "yaml";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";

/**
 * Plain data of a block of YAML: the core schema, no merge keys, few aliases, a limit on nesting. `lineOf` says where in
 * its file a value stands. Throws `skill_invalid`.
 */
export type Yaml = {
  record: Record<string, unknown>;
  lineOf(path: readonly PropertyKey[]): number;
};

/** `before`: how many lines of the file stand above the block. */
export function readYaml(text: string, file: string, before = 0): Yaml {
  const lines = new LineCounter();
  const at = (offset: number) => before + Math.max(1, lines.linePos(offset).line);
  const broken = (reason: string, line = before + 1) =>
    badSkill(file, "skill.yaml", { reason }, line);
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      ...{ schema: "core", version: "1.2", merge: false, uniqueKeys: true },
      ...{ lineCounter: lines, prettyErrors: false, logLevel: "silent" },
    });
  } catch {
    throw tooDeep(file, before + 1); // the parser ends at the stack's end
  }
  const [error] = document.errors;
  if (error !== undefined) {
    throw broken(error.message.split("\n", 1)[0]?.slice(0, 200) ?? "", at(error.pos[0]));
  }
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: skillLimits.yaml_aliases });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep(file, before + 1);
    throw badSkill(file, "skill.yaml_aliases", { most: skillLimits.yaml_aliases }, before + 1);
  }
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw badSkill(file, "skill.yaml_record", {}, before + 1);
  }
  if (isDeeper(data, skillLimits.yaml_depth)) throw tooDeep(file, before + 1);
  // A YAML map under the core schema is an object of names and values.
  const record = data as Record<string, unknown>;
  return {
    record,
    lineOf(path) {
      for (let end = path.length; end > 0; end -= 1) {
        const offset = startOf(document, path.slice(0, end));
        if (offset !== undefined) return at(offset);
      }
      return before + 1;
    },
  };
}

function tooDeep(file: string, line: number) {
  return badSkill(file, "skill.yaml_deep", { most: skillLimits.yaml_depth }, line);
}

/** Where the name of a value stands, or the value itself in a list. */
function startOf(document: Document.Parsed, path: readonly PropertyKey[]): number | undefined {
  const above = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(above)) {
    const pair = above.items.find(
      (one) => isPair(one) && isNode(one.key) && String(one.key) === String(last),
    );
    return isNode(pair?.key) ? rangeStart(pair.key) : undefined;
  }
  const node: unknown = document.getIn(path, true);
  return isNode(node) ? rangeStart(node) : undefined;
}

const rangeStart = (node: Node): number | undefined => node.range?.[0];

/** Not by recursion: what is judged may nest as deep as the parser goes. */
function isDeeper(value: object, most: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one): object[] =>
      Object.values(one).filter(
        (inner: unknown): inner is object => typeof inner === "object" && inner !== null,
      ),
    );
  }
  return false;
}
