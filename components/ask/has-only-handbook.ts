import type { ConfigDocument } from "#lib/contracts/http";

/** The folder that comes with Docent, by its place: one's own folder may be called handbook as well. */
const handbook = "handbook";

/** Alone, it is not what anyone came to ask. */
export const hasOnlyHandbook = ({ config }: Pick<ConfigDocument, "config">): boolean =>
  config.doc_access.roots.every(({ path }) => path === handbook);
