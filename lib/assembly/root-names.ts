import type { AskedFolder } from "#lib/agents/asked-folders";
import { handbookPath } from "#lib/contracts/handbook";
import { mayRead, type Person } from "#lib/contracts/people";
import { webRootId } from "#lib/contracts/web";
import type { ConfigFile } from "#lib/platform/config-file";
import { say } from "#lib/platform/say";
import type { Caller, DocsCalls } from "./docs-calls.ts";

/**
 * Ids and labels of the folders in force, as far as the person at work may read them. They come from the configuration; where `--root` replaced its folders, from
 * the docs server, which names them: then `ready` must have resolved before the first question.
 */
export function createRootNames(deps: {
  config: ConfigFile;
  docs: DocsCalls;
  replaced: boolean;
  /** Who is at work. */
  person: () => Person;
}) {
  const { config, docs, replaced, person } = deps;
  let told: AskedFolder[] | undefined;

  function list(): AskedFolder[] {
    if (replaced) return told ?? [];
    const { roots } = config.current().config.doc_access;
    const open = roots.filter((root) => mayRead(person(), root));
    return open.map(({ id, label, path }) => ({
      ...{ id, label },
      ...(path === handbookPath ? { handbook: true as const } : {}),
    }));
  }

  return {
    list,
    labelOf: (id: string) =>
      id === webRootId
        ? say("en", "web.label")
        : (list().find((root) => root.id === id)?.label ?? id),
    async ready(caller: Caller): Promise<void> {
      if (!replaced || told) return;
      const status = await docs.status(caller);
      if (!status.ok) return;
      const folders = status.value.roots.filter(({ id }) => id !== webRootId);
      told = folders.map(({ id, label }) => ({ id, label }));
    },
  };
}
