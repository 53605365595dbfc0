import { maskMark } from "#lib/contracts/mask-mark";

/** Called for every text of plain data. `key` is what names it; `cut` says that it may be a piece of something longer. */
export type Visit = (text: string, key: string, cut: boolean) => string;

/**
 * The data with its texts as `visit` gives them, names of fields too; the same value when nothing was changed. A text is
 * named by its field, by the flag or header before it in a list (`--token`, x), or by the `name` beside a `value`. What
 * finds a place again is left alone: the path and hash of a citation.
 */
export function walkData(value: unknown, visit: Visit): unknown {
  return walk(value, visit, { key: "", cut: false, depth: 0 });
}

type Place = { key: string; cut: boolean; depth: number };

/** Deeper than anybody writes: not looked through, and so not kept. */
const deepest = 200;

function walk(value: unknown, visit: Visit, place: Place): unknown {
  if (typeof value === "string") return visit(value, place.key, place.cut);
  if (value === null || typeof value !== "object") return value;
  if (place.depth >= deepest) return maskMark;
  const below = { ...place, depth: place.depth + 1 };
  return Array.isArray(value) ? walkList(value, visit, below) : walkFields(value, visit, below);
}

function walkList(list: readonly unknown[], visit: Visit, place: Place): unknown {
  let mapped: unknown[] | undefined;
  for (const [i, one] of list.entries()) {
    const before: unknown = list[i - 1];
    const named = typeof before === "string" && naming.test(before);
    const now = walk(one, visit, named ? { ...place, key: before.replace(/^-+/, "") } : place);
    if (now !== one) mapped ??= list.slice(0, i);
    mapped?.push(now);
  }
  return mapped ?? list;
}

/** A flag, a header, a variable of the environment: what stands behind it in a list is its value. */
const naming =
  /^(?:--?[A-Za-z][\w-]{1,60}|(?:[Pp]roxy-)?[Aa]uthorization|[Xx]-[A-Za-z-]{1,40}|[A-Z][A-Z\d_]{2,60})$/;

function walkFields(fields: object, visit: Visit, place: Place): unknown {
  const cut = place.cut || Reflect.get(fields, "contains_secret") === true;
  const name: unknown = Reflect.get(fields, "name") ?? Reflect.get(fields, "key");
  const isCitation = "root_id" in fields && "relative_path" in fields;
  const entries = Object.entries(fields);
  let mapped: [string, unknown][] | undefined;
  for (const [i, [field, one]] of entries.entries()) {
    const key = field === "value" && typeof name === "string" ? name : field;
    const said = plain.test(field) ? field : visit(field, "", false);
    const known = isCitation && ofPlace.has(field);
    const now = known ? one : walk(one, visit, { key, cut, depth: place.depth });
    if (said !== field || now !== one) mapped ??= entries.slice(0, i);
    mapped?.push([said, now]);
  }
  return mapped === undefined ? fields : Object.fromEntries(distinct(mapped));
}

/** A field's name as everybody writes them. */
const plain = /^[A-Za-z_]*$/;
const ofPlace = new Set(["path", "relative_path", "display_path", "sha256"]);

/** Two names that were masked alike stay two. */
function distinct(entries: readonly [string, unknown][]): [string, unknown][] {
  const seen = new Set<string>();
  return entries.map(([field, one], i) => {
    const shown = seen.has(field) ? `${field} ${i}` : field;
    seen.add(shown);
    return [shown, one];
  });
}
