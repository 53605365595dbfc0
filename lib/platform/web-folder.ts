import path from "node:path";
import { onePerson } from "#lib/contracts/people";
import { sha256 } from "./hash.ts";

/**
 * Where in the state folder lies what is kept of the web for somebody: bodies, what searches found, saved pages. Of people
 * who sign in each has a folder of their own, called by a hash, so that no id is ever a path.
 */
export function webFolder(home: string, owner: string): string {
  const web = path.join(home, "web");
  return owner === onePerson ? web : path.join(web, "people", sha256(owner).slice(0, 32));
}

/** The saved pages in it, which are the root `web` of that person's documents. */
export const savedPagesFolder = (home: string, owner: string): string =>
  path.join(webFolder(home, owner), "pages");
