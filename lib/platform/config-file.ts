import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import writeFileAtomic from "write-file-atomic";
import type { Lang } from "#lib/contracts/answer";
import { Config, type ConfigSection } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { type ConfigProblem, problemSentence, problemsOf } from "./config-problems.ts";
import { createConfigUndo } from "./config-undo.ts";
import { sha256 } from "./hash.ts";
import { jsonErrorOffset } from "./json-position.ts";
import type { Logger } from "./logger.ts";
import { type Renamed, withPresentNames } from "./renamed-settings.ts";
import { say } from "./say.ts";

/**
 * The configuration file as the program sees it: the tracked `global_config.json` of the project with the top-level
 * sections of `<home>/global_config.json` in front, or the one file of DOCENT_CONFIG instead of both. Every process
 * makes its own; a hand edit or another process's save is seen at the next `current()`. It never writes the tracked
 * file, and never puts a configuration into force that the schema refuses.
 */
export type ConfigFile = {
  /** What is in force now. Never throws: an invalid file leaves the last good configuration and says so in `error`. */
  current(lang?: Lang): LoadedConfig;
  /**
   * Puts a whole document into force if `if_match` is still the etag. Only the sections that differ from the tracked
   * file are written. Throws AppError when the disk refuses; then nothing changed.
   */
  save(next: unknown, if_match: string, lang?: Lang): SaveOutcome;
  /** The newest save while it can be taken back: when it was, and the configuration that taking it back would bring. */
  lastSave(): LastSave | undefined;
  /** Takes the newest save back if `if_match` is still the etag; `nothing` when no save is the last event. */
  undo(if_match: string, lang?: Lang): UndoOutcome;
};

export type LoadedConfig = {
  config: Config;
  /** Names the bytes of the files read, valid or not: a save over an invalid file needs the etag of that file. */
  etag: string;
  sources: Record<string, SectionSource>;
  /** Where a save goes, relative to the project or the person's home, for show. */
  saved_to: string;
  error?: string;
};
export type SectionSource = "tracked" | "saved" | "default";

export type SaveOutcome =
  | { kind: "saved"; loaded: LoadedConfig }
  | { kind: "conflict"; loaded: LoadedConfig }
  | { kind: "invalid"; problems: { path: string; message: string }[] };

/** Without `before` where the file of that time is none that could be in force today. */
export type LastSave = { at?: string; before?: Config };

export type UndoOutcome =
  | { kind: "undone"; loaded: LoadedConfig }
  | { kind: "conflict" }
  | { kind: "nothing" };

type Place = { source: "tracked" | "saved"; file: string; shown: string; required: boolean };
type Sections = Record<string, unknown>;
type FileState = { place: Place; fingerprint: string } & (
  | { kind: "absent" }
  | { kind: "sections"; sections: Sections; renamed: readonly Renamed[] }
  | { kind: "invalid"; problem: ConfigProblem }
);
type Located = { shown: string; problem: ConfigProblem };
type InForce = {
  etag: string;
  config: Config;
  sources: Record<string, SectionSource>;
  problem?: Located;
  /** Whether a valid configuration was ever read; without one the built-in settings apply. */
  ever_valid: boolean;
};

const maxBytes = 1024 * 1024;
const sectionNames = Object.keys(Config.shape) as ConfigSection[]; // the keys of the schema are its sections

export function createConfigFile(deps: {
  project_dir: string;
  home: string;
  config_path?: string;
  /** What forbids a configuration that fits the schema: what only the disk or the environment can tell. */
  problem?: (config: Config) => ConfigProblem | undefined;
  /** Told of what was saved or taken back here. */
  changed?: () => void;
  /** False: another process reads the same files, and says what it read under a present name. */
  tells_renamed?: boolean;
  log: Logger;
}): ConfigFile {
  const tracked: Place = {
    source: "tracked",
    file: path.join(deps.project_dir, "global_config.json"),
    shown: "global_config.json",
    required: false,
  };
  const savedFile = deps.config_path ?? path.join(deps.home, "global_config.json");
  const saved: Place = {
    source: "saved",
    file: savedFile,
    shown: showFile(
      savedFile,
      deps.project_dir,
      deps.config_path === undefined ? "DOCENT_HOME" : "DOCENT_CONFIG",
    ),
    required: deps.config_path !== undefined,
  };
  const places = deps.config_path === undefined ? [tracked, saved] : [saved];

  const saves = createConfigUndo(deps.home);
  const read = places.map((place) => readWhenChanged(place, deps.project_dir));
  let known: readonly FileState[] = [];
  let inForce: InForce | undefined;
  /** Settings and folders under earlier names, each of which is spoken of once. */
  const said = new Set<string>();

  function reload(): InForce {
    const files = read.map((file) => file());
    if (inForce !== undefined && files.every((file, i) => file === known[i])) return inForce;
    known = files;
    const etag = sha256(files.map((file) => file.fingerprint).join("\n"));
    if (inForce?.etag === etag) return inForce;
    const before = inForce;
    for (const file of files) {
      for (const { from, to } of file.kind === "sections" ? file.renamed : []) {
        if (said.has(from) || deps.tells_renamed === false) continue;
        said.add(from);
        deps.log.warn({ setting: from }, `${from} is now called ${to}, and read as that`);
      }
    }
    const judged = judge(files, deps.problem);
    if (judged.kind === "valid") {
      inForce = { etag, config: judged.config, sources: judged.sources, ever_valid: true };
      if (before !== undefined) deps.log.info({ etag }, "configuration changed and is in force");
    } else {
      inForce = {
        etag,
        config: before?.config ?? Config.parse({}),
        sources: before?.sources ?? allDefault(),
        ever_valid: before?.ever_valid ?? false,
        problem: judged.problem,
      };
      deps.log.error({ etag }, errorSentence(inForce, judged.problem, "en"));
    }
    return inForce;
  }

  function show(state: InForce, lang: Lang): LoadedConfig {
    return {
      config: state.config,
      etag: state.etag,
      sources: state.sources,
      saved_to: saved.shown,
      ...(state.problem === undefined ? {} : { error: errorSentence(state, state.problem, lang) }),
    };
  }

  function write(config: Config, lang: Lang) {
    const base =
      deps.config_path === undefined ? trackedSections(tracked, deps.project_dir) : undefined;
    const differing = sectionNames.filter(
      (name) => base === undefined || !isDeepStrictEqual(config[name], base[name]),
    );
    const sections = Object.fromEntries(differing.map((name) => [name, config[name]]));
    put(`${JSON.stringify(sections, null, 2)}\n`, lang);
  }

  /** Null stands for no file at all. */
  function put(text: string | null, lang: Lang) {
    try {
      mkdirSync(path.dirname(saved.file), { recursive: true });
      if (text === null) rmSync(saved.file, { force: true });
      else writeFileAtomic.sync(saved.file, text);
      deps.changed?.();
    } catch (cause) {
      throw new AppError("unknown", say(lang, "config.save_failed", { reason: errno(cause) }), {
        retryable: true,
        cause,
      });
    }
  }

  /** That a save cannot be taken back is no reason to call it failed. */
  function remember(text: string | null, etag: string) {
    try {
      saves.push(text, etag);
    } catch (error) {
      deps.log.warn({ reason: errno(error) }, "the last save cannot be undone");
    }
  }

  /** Stays behind, it fits no etag to come. */
  function forget() {
    try {
      saves.pop();
    } catch (error) {
      deps.log.warn({ reason: errno(error) }, "the undone save could not be forgotten");
    }
  }

  return {
    current: (lang = "en") => show(reload(), lang),
    save(next, if_match, lang = "en") {
      const before = reload();
      if (before.etag !== if_match) return { kind: "conflict", loaded: show(before, lang) };
      const parsed = Config.safeParse(next);
      if (!parsed.success) {
        const problems = problemsOf(parsed.error.issues, next).map((problem) => ({
          path: problem.path,
          message: problemSentence(problem, lang),
        }));
        return { kind: "invalid", problems };
      }
      const problem = deps.problem?.(parsed.data);
      if (problem !== undefined) {
        const message = problemSentence(problem, lang);
        return { kind: "invalid", problems: [{ path: problem.path, message }] };
      }
      const text = before.problem === undefined ? readText(saved.file) : undefined;
      write(parsed.data, lang);
      const after = reload();
      if (text !== undefined && after.etag !== before.etag) remember(text, after.etag);
      return { kind: "saved", loaded: show(after, lang) };
    },
    lastSave() {
      const kept = saves.before(reload().etag);
      if (kept === undefined) return undefined;
      const { text, at } = kept;
      const file: FileState =
        text === null
          ? { place: saved, kind: "absent", fingerprint: "" }
          : parsePlace(saved, text, deps.project_dir);
      const judged = judge(
        known.map((one) => (one.place === saved ? file : one)),
        deps.problem,
      );
      return {
        ...(at === undefined ? {} : { at }),
        ...(judged.kind === "valid" ? { before: judged.config } : {}),
      };
    },
    undo(if_match, lang = "en") {
      const { etag } = reload();
      if (etag !== if_match) return { kind: "conflict" };
      const before = saves.before(etag);
      if (before === undefined) return { kind: "nothing" };
      put(before.text, lang);
      forget();
      return { kind: "undone", loaded: show(reload(), lang) };
    },
  };
}

/** The file as it is, to put back later; null when there is none. It was read as valid a moment ago. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Changes at one tick of a slow clock look alike: what was read so soon behind one is read again. */
const settledMs = 3_000;

/**
 * Reads one file anew when it is another one than the last time, as its inode tells, which no program can hold still: the
 * configuration is asked for dozens of times for one answer.
 */
function readWhenChanged(place: Place, project_dir: string): () => FileState {
  let last: { seen: string; state: FileState } | undefined;
  return () => {
    const found = lookAt(place.file);
    if (found !== undefined && found.seen === last?.seen) return last.state;
    const state = readPlace(place, project_dir);
    const absent = state.kind === "absent";
    const same = found?.settled === true && absent === (found.seen === nowhere);
    last = same ? { seen: found.seen, state } : undefined;
    return state;
  };
}

const nowhere = "absent";

/** Which file stands there now, and whether it has been this one for a while; undefined when that cannot be told. */
function lookAt(file: string): { seen: string; settled: boolean } | undefined {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return { seen: nowhere, settled: true };
    const seen = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join();
    return { seen, settled: Date.now() - Number(stat.ctimeMs) > settledMs };
  } catch {
    return undefined; // reading it says why
  }
}

const invalidAt =
  (place: Place) =>
  (key: ConfigProblem["key"], params: ConfigProblem["params"], body: string): FileState => ({
    place,
    kind: "invalid",
    problem: { path: "", key, params },
    fingerprint: `${place.source} ${body}`,
  });

/** Reads one file, which may be absent, a pipe, half written or anything else a person can leave there. */
function readPlace(place: Place, project_dir: string): FileState {
  const invalid = invalidAt(place);
  let text: string;
  try {
    const stat = statSync(place.file);
    if (!stat.isFile()) return invalid("config.not_regular", {}, "not_regular");
    if (stat.size > maxBytes) return invalid("config.too_large", {}, "too_large");
    text = readFileSync(place.file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const reason = errno(error);
    if (reason !== "ENOENT") return invalid("config.unreadable", { reason }, reason);
    if (place.required) return invalid("config.missing", {}, reason);
    return { place, kind: "absent", fingerprint: `${place.source} absent` };
  }
  return parsePlace(place, text, project_dir);
}

function parsePlace(place: Place, text: string, project_dir: string): FileState {
  const invalid = invalidAt(place);
  const fingerprint = sha256(text);
  try {
    const sections: unknown = JSON.parse(text);
    if (typeof sections !== "object" || sections === null || Array.isArray(sections)) {
      return invalid("config.not_object", {}, fingerprint);
    }
    // A JSON object that is no list is a record of unknown values.
    const record = sections as Sections;
    return {
      place,
      kind: "sections",
      ...withPresentNames(record, project_dir),
      fingerprint: `${place.source} ${fingerprint}`,
    };
  } catch {
    return invalid("config.syntax", positionOf(text), fingerprint);
  }
}

function judge(
  files: readonly FileState[],
  forbids: (config: Config) => ConfigProblem | undefined = () => undefined,
):
  | { kind: "valid"; config: Config; sources: Record<string, SectionSource> }
  | { kind: "invalid"; problem: Located } {
  let merged: Sections = {};
  const from = new Map<string, Place>();
  for (const file of files) {
    if (file.kind === "invalid") {
      return { kind: "invalid", problem: { shown: file.place.shown, problem: file.problem } };
    }
    if (file.kind === "absent") continue;
    merged = { ...merged, ...file.sections };
    for (const name of Object.keys(file.sections)) from.set(name, file.place);
  }
  const parsed = Config.safeParse(merged);
  const problem = parsed.success
    ? forbids(parsed.data)
    : problemsOf(parsed.error.issues, merged)[0];
  if (problem !== undefined) {
    const section = problem.path.split(/[.[]/, 1)[0] ?? "";
    const place = from.get(section) ?? files[files.length - 1]?.place;
    return { kind: "invalid", problem: { shown: place?.shown ?? "", problem } };
  }
  if (!parsed.success) throw parsed.error; // a failed parse always has an issue
  const sources: Record<string, SectionSource> = {};
  for (const name of sectionNames) sources[name] = from.get(name)?.source ?? "default";
  return { kind: "valid", config: parsed.data, sources };
}

/** The tracked file's sections with their defaults filled in; undefined when it is invalid, so that a save keeps all. */
function trackedSections(tracked: Place, project_dir: string): Config | undefined {
  const file = readPlace(tracked, project_dir);
  if (file.kind === "invalid") return undefined;
  return Config.safeParse(file.kind === "absent" ? {} : file.sections).data;
}

function allDefault(): Record<string, SectionSource> {
  return Object.fromEntries(sectionNames.map((name) => [name, "default" as const]));
}

function errorSentence(state: InForce, located: Located, lang: Lang): string {
  const problem = problemSentence(located.problem, lang);
  const where = { file: located.shown, path: located.problem.path, problem };
  const sentence = say(lang, where.path === "" ? "config.at_file" : "config.at", where);
  const inForce = say(lang, state.ever_valid ? "config.in_force_last" : "config.in_force_default");
  return lang === "en" ? `${sentence} ${inForce}` : `${sentence}${inForce}`;
}

/** Relative to the project or the home folder; elsewhere the variable that leads there, never an absolute path. */
function showFile(file: string, projectDir: string, variable: string): string {
  const within = (folder: string) => {
    const relative = path.relative(folder, file);
    return relative.startsWith("..") || path.isAbsolute(relative) ? undefined : relative;
  };
  const inProject = within(projectDir);
  if (inProject !== undefined) return inProject;
  const inHome = within(os.homedir());
  return inHome === undefined ? `${variable}: ${path.basename(file)}` : path.join("~", inHome);
}

function positionOf(text: string): { line: number; column: number } {
  const before = text.slice(0, jsonErrorOffset(text) ?? text.length).split("\n");
  return { line: before.length, column: (before[before.length - 1]?.length ?? 0) + 1 };
}

function errno(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown error";
}
