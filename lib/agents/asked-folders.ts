import type { AskRequest } from "#lib/contracts/ports";
import { webRootId } from "#lib/contracts/web";
import { analyseQuestion } from "#lib/language/analyse-question";

/** `handbook`: the folder that comes with Docent. */
export type AskedFolder = { id: string; label: string; handbook?: true };

/** What people call the handbook's subject, beside the folder's own name. */
const product = "Docent";

/** The ids of those beside the handbook; none where there is no handbook, or nothing else. */
export function ownFolders(folders: readonly AskedFolder[]): string[] {
  const own = folders.filter(({ id, handbook }) => handbook !== true && id !== webRootId);
  return own.length === folders.length ? [] : own.map(({ id }) => id);
}

/**
 * The folders that a question is put to; none means every one. Where nobody chose, the handbook steps back behind folders
 * of one's own: it is asked where it is named, where the answer before cites it, and where nothing else is there. Pure.
 */
export function askedFolders(
  { question, roots, earlier = [] }: Pick<AskRequest, "question" | "roots" | "earlier">,
  folders: readonly AskedFolder[],
): string[] {
  const own = ownFolders(folders);
  const handbook = folders.find((folder) => folder.handbook === true);
  if (handbook === undefined || roots.length > 0 || own.length === 0) return roots;
  const { id, label } = handbook;
  const names = [...new Set([label, product])].map((name) => ({ id, label: name }));
  const named = analyseQuestion(question, { folders: names }).folder === id;
  const cited = earlier.at(-1)?.cited?.some(({ root_id }) => root_id === id) === true;
  return named || cited ? roots : own;
}
