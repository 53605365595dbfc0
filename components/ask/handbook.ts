import { handbookPath } from "#lib/contracts/handbook";
import type { ConfigDocument } from "#lib/contracts/http";

/** Alone, the folder that comes with Docent is not what anyone came to ask. */
export const hasOnlyHandbook = ({ config }: Pick<ConfigDocument, "config">): boolean =>
  config.doc_access.roots.every(({ path }) => path === handbookPath);

/** Ids of the folders that a question is put to where nobody chooses: the handbook steps back behind one's own. */
export function usualFolders({
  config,
  roots,
}: Pick<ConfigDocument, "config" | "roots">): string[] {
  const ids = roots.map(({ id }) => id);
  const handbook = config.doc_access.roots.find(({ path }) => path === handbookPath)?.id;
  const own = ids.filter((id) => id !== handbook);
  return own.length > 0 ? own : ids;
}
