/**
 * What may be read of a small made-up tree, worked out the slow way from the tree's own description: no file system, no
 * room of the program. A path is walked name by name; every step and every link is looked at by itself.
 */
export type Node =
  | { kind: "file"; text: string }
  | { kind: "folder" }
  | { kind: "link"; target: string };
/** By absolute path; every folder above an entry is an entry, too. */
export type ModelTree = ReadonlyMap<string, Node>;
export type Root = { id: string; path: string };

/** Whether a read is allowed, and the real path it leads to. `hidden` and the patterns are as in the test. */
export function mayRead(
  tree: ModelTree,
  roots: readonly Root[],
  root: Root,
  given: string,
): { real: string } | undefined {
  if (given === "" || given.includes("\0") || !given.isWellFormed()) return undefined;
  if (Buffer.byteLength(given) > 4096) return undefined;
  const wanted = given.startsWith("/") ? given : `${root.path}/${given}`;
  const plain = withoutDots(wanted, given.startsWith("/") ? 0 : namesOf(root.path).length);
  if (plain === undefined || !isIn(plain, root.path)) return undefined;
  const asked = namesOf(plain).slice(namesOf(root.path).length);
  if (asked.some(isSecret)) return undefined;

  let at = root.path;
  let todo = [...asked];
  let links = 0;
  while (todo.length > 0) {
    const name = todo[0] ?? "";
    todo = todo.slice(1);
    const next = name === ".." ? above(at) : join(at, name);
    if (!roots.some((r) => isIn(next, r.path) || isIn(r.path, next))) return undefined;
    const node = tree.get(next);
    if (node === undefined || tree.get(at)?.kind === "file") return undefined;
    if (node.kind === "link") {
      links += 1;
      if (links > 40) return undefined;
      todo = [...namesOf(node.target), ...todo];
      if (node.target.startsWith("/")) at = "/";
    } else at = next;
  }
  if (tree.get(at)?.kind !== "file") return undefined;
  const owner = roots.find((r) => isIn(at, r.path));
  if (owner === undefined) return undefined;
  const names = namesOf(at).slice(namesOf(owner.path).length);
  if (names.some(isSecret) || names.some((n) => n.startsWith("."))) return undefined;
  if (!/\.md$/i.test(at)) return undefined;
  return { real: at };
}

/** Every document of a root by the same rules, without following links: what an index of it must hold. */
export function documentsOf(tree: ModelTree, roots: readonly Root[], root: Root): string[] {
  return [...tree]
    .filter(([path, node]) => node.kind === "file" && isIn(path, root.path))
    .map(([path]) => path.slice(root.path.length + 1))
    .filter((relative) => mayRead(tree, roots, root, relative) !== undefined)
    .sort();
}

function isSecret(name: string): boolean {
  return name.toLowerCase() === ".git" || name.toLowerCase().startsWith(".env");
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** Without `..`, or undefined when a `..` would lead above the first `floor` names. */
function withoutDots(path: string, floor: number): string | undefined {
  const names: string[] = [];
  for (const name of namesOf(path)) {
    if (name !== "..") names.push(name);
    else if (names.length > floor) names.pop();
    else if (floor > 0) return undefined;
  }
  return `/${names.join("/")}`;
}

function isIn(path: string, folder: string): boolean {
  const [names, wanted] = [namesOf(path), namesOf(folder)];
  return wanted.every((name, i) => names[i] === name);
}

const join = (folder: string, name: string) => (folder === "/" ? `/${name}` : `${folder}/${name}`);
const above = (path: string) => `/${namesOf(path).slice(0, -1).join("/")}`;
