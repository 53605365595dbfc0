import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { AcceptedSkill, Clock, SkillCatalogue } from "#lib/contracts/ports";
import type { SkillBody, SkillDetail, SkillInfo, SkillList } from "#lib/contracts/skills";
import type { ToolInfo } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { errorSentence, saidError } from "#lib/platform/said-error";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { describeSkill } from "#lib/skills/skill-info";
import type { FoundSkill, SkillShelf } from "#lib/skills/skill-shelf";
import type { KeptStore } from "./keep-store.ts";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";

/**
 * Skills as a person meets them, and what the rest of the program may use of them: which are ready follows from the bytes on
 * disk, what a person has accepted, and the configuration, each as it is at that moment.
 */
export type SkillDesk = {
  catalogue: SkillCatalogue;
  /** What may be told to a model. */
  ready: ReadySkills;
  list(reader: Pick<Reader, "lang">): Promise<SkillList>;
  /** Throws `not_found`. */
  show(name: string, file: string | undefined, reader: Reader): Promise<SkillDetail>;
  /** Switches or accepts. Throws `not_found`, `approval_mismatch` for a hash that is no longer the one, `skill_invalid`. */
  change(name: string, body: SkillBody, reader: Reader): Promise<SkillInfo>;
  rescan(reader: Pick<Reader, "lang">): Promise<SkillList>;
  /**
   * The tools there are, told by whoever has just asked: skills name some of them. A provider that is away now is not
   * gone: its tools are those of before.
   */
  noteTools(tools: readonly ToolInfo[], away?: readonly string[]): void;
  /** Another server accepted one: it counts here, too, at the next look. */
  acceptedElsewhere(): void;
  /** Begins to look and to watch; resolves once all that stands there is known. */
  begin(): Promise<void>;
  close(): void;
};

/** A configuration that is edited by hand says nothing of it. */
const lookEveryMs = 500;
const firstToolsMs = 500;
const laterToolsMs = 300;

export function createSkillDesk(deps: {
  shelf: SkillShelf;
  folders: SkillList["folders"];
  store: Pick<KeptStore, "everyone">;
  config: () => Config;
  /** Saves whether a skill is switched on. */
  save: (name: string, enabled: boolean, reader: Reader) => Promise<void>;
  /** Asks for the tools there are now, and tells `noteTools`. */
  askTools: () => Promise<void>;
  audit: PersonAudit;
  clock: Clock;
  log: Logger;
}): SkillDesk {
  const { shelf, store, config, audit, clock, log } = deps;
  const listeners = new Set<() => void>();
  let tools: readonly ToolInfo[] | undefined;
  let accepted: Map<string, AcceptedSkill> | undefined;
  /** Another server accepted one since. */
  let stale = false;
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  let begun: Promise<void> | undefined;

  /** What cannot be read counts as accepted by nobody, until somebody looks again. */
  async function readAccepted(): Promise<void> {
    if (accepted !== undefined && !stale) return;
    stale = false;
    try {
      const rows = await (await store.everyone.get()).skills.accepted();
      accepted = new Map(rows.map((one) => [one.name, one]));
    } catch (error) {
      stale = true;
      log.warn(faultOf(error), "what was accepted of skills cannot be read");
    }
  }

  const acceptedNow = (): ReadonlyMap<string, AcceptedSkill> => accepted ?? new Map();

  function infoOf(skill: FoundSkill, lang: Lang = "en"): SkillInfo {
    return describeSkill(skill, { accepted: acceptedNow(), config: config(), tools, lang });
  }

  function infos(lang?: Lang): SkillInfo[] {
    const now = { accepted: acceptedNow(), config: config(), tools, lang: lang ?? "en" };
    return shelf.skills().map((skill) => describeSkill(skill, now));
  }

  function tell(): void {
    if (listeners.size === 0) return;
    const now = JSON.stringify(infos());
    if (now === told) return;
    told = now;
    for (const listener of [...listeners]) listener();
  }

  function find(name: string): FoundSkill {
    const found = shelf.skills().find((skill) => skill.name === name);
    if (found === undefined) {
      throw saidError("not_found", "error.skill_not_found", { name: name.slice(0, 100) });
    }
    return found;
  }

  function readyOne(name: string): { skill: FoundSkill; info: SkillInfo } {
    const skill = find(name);
    const info = infoOf(skill);
    if (info.state === "ready") return { skill, info };
    throw notReady(info);
  }

  const catalogue: SkillCatalogue = {
    list: () => infos(),
    ofTaskType(type) {
      const having = infos().filter(({ task_types }) => task_types.includes(type));
      const skill =
        having.find(({ source }) => source === "built_in") ??
        having.find(({ state }) => state === "ready") ??
        having[0];
      if (skill === undefined) return undefined;
      if (skill.state === "ready") return { kind: "ready", skill };
      return { kind: skill.state === "disabled" ? "disabled" : "not_ready", skill };
    },
    onChange(listener) {
      if (listeners.size === 0) told = JSON.stringify(infos());
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  const ready: ReadySkills = {
    async list() {
      await begin();
      return infos().filter(({ state }) => state === "ready");
    },
    find: (name) => infos().find((one) => one.name === name && one.state === "ready"),
    async read(name, file) {
      await begin();
      const { skill, info } = readyOne(name);
      const text =
        file === undefined && skill.kind === "loaded"
          ? skill.body
          : await shelf.read(skill, file ?? "SKILL.md");
      // It may have been switched off, changed or taken away while it was read.
      const now = readyOne(name);
      if (now.info.hash !== info.hash) throw notReady({ ...now.info, state: "changed" });
      return { text, files: info.files.map(({ path }) => path) };
    },
  };

  function begin(): Promise<void> {
    begun ??= (async () => {
      await readAccepted();
      shelf.onChange(tell);
      await shelf.begin();
      timer = setInterval(() => void readAccepted().then(tell), lookEveryMs).unref();
    })();
    return begun.then(readAccepted);
  }

  /** A server that hangs keeps nobody waiting: then the tools are those of before. */
  async function toolsSoon(): Promise<void> {
    const soon = tools === undefined ? firstToolsMs : laterToolsMs;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, soon);
    });
    await Promise.race([deps.askTools(), late]);
    clearTimeout(timer);
  }

  async function list({ lang }: Pick<Reader, "lang">): Promise<SkillList> {
    await Promise.all([begin(), toolsSoon()]);
    return { skills: infos(lang), folders: deps.folders };
  }

  async function accept(name: string, hash: string, reader: Reader): Promise<void> {
    await shelf.rescan();
    const skill = find(name);
    const act = { trace_id: reader.trace_id, tool_id: "http.skills.accept", path: name } as const;
    await audit.ready();
    if (skill.kind === "broken") {
      audit.tell({ ...act, sha256: hash, rule: "skill_invalid" });
      const problem = errorSentence(skill.error, reader.lang);
      throw saidError("skill_invalid", "error.skill_is_invalid", { name, problem });
    }
    if (skill.hash !== hash) {
      audit.tell({ ...act, sha256: hash, rule: "approval_mismatch" });
      throw saidError("approval_mismatch", "error.skill_changed_since", { name });
    }
    audit.tell({ ...act, sha256: hash });
    const row = { name, hash, accepted_at: clock.now().toISOString() };
    await store.everyone.patiently((opened) => opened.skills.accept(row));
    await readAccepted();
    accepted?.set(name, row);
  }

  return {
    catalogue,
    ready,
    list,
    async show(name, file, reader) {
      await Promise.all([begin(), toolsSoon()]);
      const skill = find(name);
      const info = infoOf(skill, reader.lang);
      const wanted = file ?? "SKILL.md";
      if (file === undefined && !skill.files.some(({ path }) => path === wanted)) return info;
      try {
        return { ...info, shown: { file: wanted, text: await shelf.read(skill, wanted) } };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "skill_invalid") throw error;
        const message = errorSentence(error, reader.lang);
        return { ...info, unshown: { file: wanted, message } };
      }
    },
    async change(name, { enabled, accept: hash }, reader) {
      await begin();
      if ((enabled === undefined) === (hash === undefined)) {
        throw saidError("validation", "error.skill_body");
      }
      if (hash !== undefined) await accept(name, hash, reader);
      if (enabled !== undefined) {
        find(name);
        await audit.ready();
        await deps.save(name, enabled, reader);
        const tool_id = enabled ? "http.skills.enable" : "http.skills.disable";
        audit.tell({ trace_id: reader.trace_id, tool_id, path: name });
      }
      tell();
      return infoOf(find(name), reader.lang);
    },
    async rescan(reader) {
      await begin();
      await shelf.rescan();
      return list(reader);
    },
    noteTools(now, away = []) {
      if (tools === undefined && away.length > 0) return;
      const ids = new Set(now.map(({ id }) => id));
      const kept = (tools ?? []).filter(
        ({ id, provider_id }) => away.includes(provider_id) && !ids.has(id),
      );
      tools = [...now, ...kept];
    },
    acceptedElsewhere() {
      stale = true;
    },
    begin,
    close() {
      clearInterval(timer);
      listeners.clear();
      shelf.close();
    },
  };
}

/** Why a skill may not be used now. */
function notReady({ name, state, error }: SkillInfo): AppError {
  if (state === "disabled") return saidError("skill_disabled", "error.skill_off", { name });
  const problem = error?.message;
  return problem === undefined
    ? saidError("skill_invalid", "error.skill_unread", { name })
    : saidError("skill_invalid", "error.skill_has_problem", { name, problem });
}
