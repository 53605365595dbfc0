import { createPersonAudit } from "#lib/assembly/person-audit";
import { createSkillDesk } from "#lib/assembly/skill-desk";
import { Config } from "#lib/contracts/config";
import type { ReadAudit } from "#lib/contracts/ports";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { openShelf } from "./open-shelf.ts";

/** Skills with a person's review over a real folder and a real database. */
export function openDesk() {
  const open = openShelf();
  const log = createLogger("test", "silent");
  const store = openStore({ file: open.at("docent.db"), clock: systemClock, log });
  const kept = {
    everyone: {
      get: async () => store,
      patiently: async <T>(work: (opened: typeof store) => T | Promise<T>) => work(store),
    },
  };
  const acts: ReadAudit[] = [];
  const trace = { ...store.trace, read: (row: ReadAudit) => void acts.push(row) };
  let config = Config.parse({});
  const reader = { trace_id: "t", lang: "en" as const, signal: new AbortController().signal };
  const desk = createSkillDesk({
    shelf: open.shelf,
    folders: { built_in: "ours", person: open.at("own") },
    store: kept,
    config: () => config,
    save: async (name, enabled) => {
      const others = config.skills.disabled.filter((one) => one !== name);
      config = { ...config, skills: { disabled: enabled ? others : [...others, name] } };
    },
    askTools: async () => undefined,
    audit: createPersonAudit({ store: kept, trace, clock: systemClock }),
    clock: systemClock,
    log,
  });
  return {
    ...{ ...open, desk, store, acts, reader },
    /** As somebody does who edits the file. */
    disableByHand(...disabled: string[]) {
      config = { ...config, skills: { disabled } };
    },
    async accept(name: string) {
      const { hash } = await desk.show(name, undefined, reader);
      await desk.change(name, { accept: hash }, reader);
    },
    async close() {
      desk.close();
      await store.close();
      open.close();
    },
  };
}
