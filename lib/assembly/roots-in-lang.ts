import type { Lang } from "#lib/contracts/answer";
import type { RootStatus } from "#lib/contracts/docs-tools";
import { webRootId } from "#lib/contracts/web";
import { say } from "#lib/platform/say";

/**
 * The docs server says in English what is wrong with a folder; the page's reader gets it in theirs. Saved pages of the web
 * are no folder of theirs, and left out.
 */
export function rootsInLang(all: readonly RootStatus[], lang: Lang): RootStatus[] {
  const roots = all.filter(({ id }) => id !== webRootId);
  return roots.map((root) =>
    root.reason === undefined
      ? root
      : { ...root, message: say(lang, `access.root.${root.reason}`, { label: root.label }) },
  );
}
