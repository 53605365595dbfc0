import type { Lang } from "#lib/contracts/answer";
import type { RootStatus } from "#lib/contracts/docs-tools";
import { say } from "#lib/platform/say";

/** The docs server says in English what is wrong with a folder; the page's reader gets it in theirs. */
export function rootsInLang(roots: readonly RootStatus[], lang: Lang): RootStatus[] {
  return roots.map((root) =>
    root.reason === undefined
      ? root
      : { ...root, message: say(lang, `access.root.${root.reason}`, { label: root.label }) },
  );
}
