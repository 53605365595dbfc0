import { linkLimits } from "#lib/contracts/docs-tools";
import { splitNames } from "./path-form.ts";

/** Folders that site generators serve as the top of a site, and where note-taking programs keep what is pasted. */
const served = ["", "static", "public", "docs", "source", "src", "content", "assets"];
const kept = ["attachments", "assets", "images", "img"];

/**
 * Where a picture may lie that a document refers to, most likely first, as paths from the root: beside the document, or for
 * an address from the top of a site in a folder that is served as its top. Text alone, nothing is looked at; none for what
 * leads out of the root, into the web or nowhere.
 *
 *   guide/a.md   ../img/x.png   ->   img/x.png
 *   guide/a.md   /img/x.png     ->   img/x.png, guide/static/img/x.png, static/img/x.png, …
 */
export function picturePlaces(target: string, documentPath: string): string[] {
  const [plain = ""] = target.split(/[?#]/, 1);
  let path: string;
  try {
    path = decodeURIComponent(plain);
  } catch {
    return [];
  }
  if (path === "" || /[\0\\]/.test(path) || !path.isWellFormed()) return [];
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return [];
  const folder = splitNames(documentPath).slice(0, -1);
  const above = folder.map((_, i) => folder.slice(0, folder.length - i));
  const tops = [...above, []];
  const aliased = path.replace(/^[@~]\/?/, "/");
  const fromTop = tops.flatMap((top) => served.map((name) => [...top, ...splitNames(name)]));
  const beside = [folder, ...kept.map((name) => [...folder, name])];
  const starts = aliased.startsWith("/")
    ? [[], ...fromTop]
    : [folder, ...beside, ...kept.map((name) => [name]), ...fromTop];
  const places = starts.flatMap((start) => resolved(start, aliased) ?? []);
  return [...new Set(places)];
}

function resolved(start: readonly string[], path: string): string | undefined {
  const names = [...start];
  for (const name of splitNames(path)) {
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.length === 0 || names.length > linkLimits.names ? undefined : names.join("/");
}
