import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { toolRootProblem } from "#lib/access/tool-root-problem";
import { createAgentTools } from "#lib/agents/agent-tools";
import { loadAhead } from "#lib/agents/load-ahead";
import { createPrimary } from "#lib/agents/primary";
import { readyToAnswer } from "#lib/answering/answer-question";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type {
  AccessCheck,
  AccessCheckBody,
  AskBody,
  Completion,
  ConfigDocument,
  Health,
  HealthOutside,
  IndexBody,
  IndexReport,
  InspectBody,
  Inspection,
  McpTool,
  Preview,
  PreviewQuery,
  ServerStatus,
  SkippedFiles,
  SkippedQuery,
  Suggestions,
  SuggestQuery,
} from "#lib/contracts/http";
import type { ConnectionPurpose } from "#lib/contracts/network";
import { onePerson, thePerson, withoutRights } from "#lib/contracts/people";
import type { PictureQuery } from "#lib/contracts/pictures";
import type { SkillCatalogue } from "#lib/contracts/ports";
import type { AuditPage, AuditQuery, CallsPage, CallsQuery } from "#lib/contracts/records";
import type { KeptSink } from "#lib/contracts/store-ports";
import type { ToolInfo } from "#lib/contracts/tools";
import { createMarkdownRenderer } from "#lib/markdown/renderer";
import { rankTexts } from "#lib/meaning/rank-texts";
import { type WordTable, wordTable } from "#lib/meaning/word-table";
import { readQuestionsOfBefore } from "#lib/memory/episode-vector";
import { likenessModel } from "#lib/memory/likeness-model";
import { createRecall } from "#lib/memory/recall";
import { actAs, actForHouse, actingPerson } from "#lib/platform/acting";
import { type Authentication, createAuthentication } from "#lib/platform/authentication";
import { systemClock } from "#lib/platform/clock";
import { createConfigFile } from "#lib/platform/config-file";
import { type Environment, readEnvironment } from "#lib/platform/environment";
import { faultOf } from "#lib/platform/fault";
import { type NewId, newId } from "#lib/platform/ids";
import { localAddress } from "#lib/platform/listening";
import { loggedFetch } from "#lib/platform/logged-fetch";
import { createLogger, type Logger } from "#lib/platform/logger";
import { ownServer } from "#lib/platform/mcp-environment";
import { projectDir } from "#lib/platform/project";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { judgeHost, judgeOrigin } from "#lib/platform/same-origin";
import { say } from "#lib/platform/say";
import { maskDeep } from "#lib/platform/secrets";
import { watchFolder } from "#lib/platform/watch-folder";
import { savedPagesFolder } from "#lib/platform/web-folder";
import { toolsUnder } from "#lib/skills/narrow";
import { createSkillShelf } from "#lib/skills/skill-shelf";
import { createArtifactFiles } from "#lib/tasks/artifact-files";
import { createTaskEngine } from "#lib/tasks/task-engine";
import type { TaskWorld } from "#lib/tasks/task-run";
import type { TaskType } from "#lib/tasks/task-type";
import { taskTypes } from "#lib/tasks/types";
import { agentRight, runCodeTool } from "#lib/tools/agent-rights";
import { createApprovals } from "#lib/tools/approvals";
import type { Commands } from "#lib/tools/commands";
import { createMcpServer } from "#lib/tools/mcp-server";
import { createOrphanWatch } from "#lib/tools/orphan-watch";
import type { ToolProvider } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSandbox } from "#lib/tools/sandbox";
import {
  clearStaleRuns,
  createSandboxBackends,
  machineBackends,
  type SandboxBackends,
} from "#lib/tools/sandbox-backends";
import { createSandboxOutputs } from "#lib/tools/sandbox-outputs";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { createSkillTools } from "#lib/tools/skill-tools";
import { createWeb, type Web, type WebWires } from "#lib/tools/web";
import { type Activity, exportTrace } from "./assembly/activity.ts";
import { createActivityDesk } from "./assembly/activity-desk.ts";
import { type Asking, createAsking } from "./assembly/asking.ts";
import { guardedTool } from "./assembly/bash-switch.ts";
import { checkAccess } from "./assembly/check-access.ts";
import { configAtStart } from "./assembly/config-at-start.ts";
import { type Conversations, createConversations } from "./assembly/conversations.ts";
import { createDocsCalls, type DocsCalls } from "./assembly/docs-calls.ts";
import { docsCommand, docsEnvironment } from "./assembly/docs-command.ts";
import { createDocsViews } from "./assembly/docs-views.ts";
import { createEmbeddedQuestions } from "./assembly/embedded-questions.ts";
import { createEmbeddingDesk, type EmbeddingDesk } from "./assembly/embedding-desk.ts";
import { foldersToSend } from "./assembly/embedding-folders.ts";
import { createEmbeddingTools } from "./assembly/embedding-tools.ts";
import { createFoldersRead } from "./assembly/folders-read.ts";
import { createForgetting } from "./assembly/forgetting.ts";
import { forgottenSignIn, refuseForgottenSignIn } from "./assembly/forgotten-sign-in.ts";
import { createHealth } from "./assembly/health.ts";
import { forHouse, withHouse } from "./assembly/house.ts";
import {
  type Identity,
  onePersonIdentity,
  type PeopleIdentity,
  refusalOf,
} from "./assembly/identity.ts";
import { createIndexReport } from "./assembly/index-report.ts";
import { type KeptStore, keepStore, type Tenancy } from "./assembly/keep-store.ts";
import { createLikeTasks } from "./assembly/like-tasks.ts";
import { createLookOutside } from "./assembly/look-outside.ts";
import { createMcpServers } from "./assembly/mcp-servers.ts";
import { createMemoryDesk, type MemoryDesk } from "./assembly/memory-desk.ts";
import { createMemoryOfAskings } from "./assembly/memory-of-askings.ts";
import { createMemoryTools } from "./assembly/memory-tools.ts";
import { createMetrics } from "./assembly/metrics.ts";
import { createModelDesk, type ModelDesk } from "./assembly/model-desk.ts";
import { namesPages } from "./assembly/names-pages.ts";
import { nothingKept } from "./assembly/nothing-kept.ts";
import { createOwnTools } from "./assembly/own-tools.ts";
import { parseRequest } from "./assembly/parse-request.ts";
import { createPatchDesk, type PatchDesk } from "./assembly/patch-desk.ts";
import { asFarAs, createPeople, withoutDetails } from "./assembly/people.ts";
import type { PeopleDesk } from "./assembly/people-desk.ts";
import { createPersonAudit } from "./assembly/person-audit.ts";
import { readPicture } from "./assembly/picture.ts";
import { createPreview } from "./assembly/preview.ts";
import { searchWithVectors } from "./assembly/question-vectors.ts";
import { asPerson, type Reader } from "./assembly/reader.ts";
import { createReplayDesk } from "./assembly/replay-desk.ts";
import { createTaskReplay } from "./assembly/replay-task.ts";
import { createRootNames } from "./assembly/root-names.ts";
import { createRunHub, type RunHub } from "./assembly/run-hub.ts";
import { createSandboxDesk, type SandboxDesk, sweepRuns } from "./assembly/sandbox-desk.ts";
import { createSeriesDesk } from "./assembly/series-desk.ts";
import { createServerApprovals } from "./assembly/server-approvals.ts";
import { createSettings, type SaveResult, type UndoResult } from "./assembly/settings.ts";
import type { SignInFlow } from "./assembly/sign-in.ts";
import { createSkillDesk, type SkillDesk } from "./assembly/skill-desk.ts";
import { createSuggestQuestions } from "./assembly/suggest-questions.ts";
import { createTaskAnswers } from "./assembly/task-answers.ts";
import { createTaskDesk, type TaskDesk } from "./assembly/task-desk.ts";
import { createTaskModel } from "./assembly/task-model.ts";
import { createTaskTool } from "./assembly/task-tool.ts";
import { createTelemetry } from "./assembly/telemetry.ts";
import { createToolDesk, type ToolDesk } from "./assembly/tool-desk.ts";
import { refuseToolRoots } from "./assembly/tool-places.ts";
import { createUnkeptApprovals } from "./assembly/unkept-approvals.ts";
import { createUpkeep } from "./assembly/upkeep.ts";
import { createWebDesk, type WebDesk } from "./assembly/web-desk.ts";

/**
 * The program, wired: what the routes and the terminal commands call. Every method takes data that has been validated
 * and throws AppError with a sentence; `sentence` gives that sentence in the reader's language.
 */
export type Assembly = Conversations & {
  env: EnvironmentWithoutKeys;
  /** Was the request meant for this server, and does it come from its own page? */
  judgeOrigin: (headers: Headers) => ReturnType<typeof judgeOrigin>;
  /** The same where only the name it was called by counts. */
  judgeHost: (headers: Headers) => ReturnType<typeof judgeHost>;
  /** The access token of a Docent without sign-in. */
  authentication: Authentication;
  /** Who sends it, if they are let in. */
  identity: Identity;
  /** Work done as somebody. Here and not in the routes, which are bundled apart and would act in a world of their own. */
  actAs: typeof actAs;
  /** Why somebody is not let in. */
  notLetIn: typeof refusalOf;
  /** Where people sign in: how they do, and what they have. Throws `not_found` where nobody does. */
  peopleOrNotFound(): SignInOffered;
  log: Logger;
  newId: NewId;
  say: typeof say;
  /**
   * Whatever was thrown, as an error with a sentence; what is not foreseen is logged by class and place. Here and not in the routes, which are bundled apart and have an
   * AppError class of their own that `instanceof` would compare with in vain.
   */
  explain: (error: unknown, trace_id: string) => AppError;
  sentence: (error: AppError, lang: Lang) => string;
  failure: typeof saidError;
  parse: typeof parseRequest;
  ask(body: AskBody, asking: Asking): Promise<Answer>;
  /** Questions whose answer is read as it comes to be, by one reader or several, now or later. */
  runs: RunHub;
  /** Reads of documents and refusals, newest first. */
  listReads(query: AuditQuery): Promise<AuditPage>;
  /** Tool calls, by whom and by which right, newest first. */
  listCalls(query: CallsQuery): Promise<CallsPage>;
  /** What happened: looked at, counted, kept and done again. */
  activity: Activity;
  preview(query: PreviewQuery, reader: Reader): Promise<Preview>;
  /** A picture that a document refers to. */
  picture(query: PictureQuery, reader: Reader): ReturnType<typeof readPicture>;
  checkAccess(body: AccessCheckBody, reader: Reader): Promise<AccessCheck>;
  readConfig(reader: Reader): Promise<ConfigDocument>;
  saveConfig(next: unknown, if_match: string, reader: Reader): Promise<SaveResult>;
  undoConfig(if_match: string, reader: Reader): Promise<UndoResult>;
  /** The two looks outside the roots, for a person at the page alone. */
  inspectFolder(body: InspectBody, reader: Reader): Promise<Inspection>;
  completeFolder(prefix: string, reader: Reader): Promise<Completion>;
  readIndex(reader: Reader): Promise<IndexReport>;
  actOnIndex(body: IndexBody, reader: Reader): Promise<IndexReport>;
  listSkipped(query: SkippedQuery, reader: Reader): Promise<SkippedFiles>;
  suggest(query: SuggestQuery, reader: Reader): Promise<Suggestions>;
  health(lang: Lang): Promise<Health>;
  /** For whoever has not shown the token: a second old at most, however often it is asked. */
  healthOutside(): Promise<HealthOutside>;
  /** Counts and times of this process for a monitor, in its own text format. */
  metrics(lang: Lang): Promise<{ type: string; text: string }>;
  servers(lang: Lang): Promise<ServerStatus[]>;
  /** What is under way in it fails. Answers once the server is there again, with the state of all of them. */
  restartServer(name: string, reader: Reader): Promise<ServerStatus[]>;
  tools(signal: AbortSignal): Promise<McpTool[]>;
  /** Every tool there is, the agents that may have them, and what a person is asked about them. */
  desk: ToolDesk;
  /** What is remembered of questions and facts, in sight. */
  memory: MemoryDesk & { likeTasks: ReturnType<typeof createLikeTasks> };
  /** Work with steps and artifacts. */
  tasks: TaskDesk;
  /** Patches of tasks, which a person alone applies to documents. */
  patches: PatchDesk;
  /** Which code can be run here, and what runs left. */
  sandbox: SandboxDesk;
  /** What is known of how work is done, and a person's review of it. */
  skills: SkillDesk;
  /** Pages that are kept of the web, and the service that searches it. */
  web: Pick<Web, "saved" | "backend">;
  /** The same for a person at the page. */
  webDesk: WebDesk;
  /** The model that is set up, if one is. */
  models: ModelDesk;
  /** The model that makes vectors of passages, if one is set up. */
  embedding: Pick<EmbeddingDesk, "report" | "act" | "test">;
  /** Opens the database and starts the MCP servers; what fails is logged, and tried again when it is needed. */
  warm(): void;
  /**
   * Has read what the first question and the first source need, one thing after the other, each once nobody has been
   * answered for so long as `quiet` is told.
   */
  readAhead(quiet: (ms: number) => Promise<void>): Promise<void>;
  /**
   * Begins what a server does between questions: passages get their vectors, where a person has agreed, and tasks that
   * an earlier server left go on.
   */
  work(): void;
  /** Whether requests are to be sent here: it can store, and is not about to end. */
  ready(): Promise<boolean>;
  /**
   * It is about to end: from now on it is not ready. Where other servers go on, whoever sends it requests has a moment to hear of
   * that, and `close` comes when this resolves; undefined where there is nothing to wait for.
   */
  leave(): Promise<void> | undefined;
  /** Stores what is waiting and ends the MCP servers. */
  close(): Promise<void>;
  /** The part of `close` that matters when the process ends at once: it is done when the call returns. */
  closeStore(): Promise<void>;
};

/** Sign-in, where it is configured. `secure`: the pages are opened by https. */
export type SignInOffered = {
  identity: PeopleIdentity;
  flow: SignInFlow;
  desk: PeopleDesk;
  secure: boolean;
};

/** How long the skills wait to be told which tools there are. */
const SKILL_TOOLS_MS = 5000;
/** What a first question may do without is not read between the requests of a page that is opened. */
const CALM_MS = 1000;
/** What a first answer and a first source are made of. */
const firstTools = ["docs_search", "docs_read", "docs_verify"].map((name) => `mcp.docs.${name}`);
/** How long what is under way may go on once the server is told to end. */
const CLOSING_GRACE_MS = 1500;
/** The same where its readers read on at another server meanwhile, … */
const LEAVING_GRACE_MS = 8000;
/** … and for how long it is still there for whoever has not heard that it ends. */
const DRAIN_MS = 3000;

/** What the rest of the program may see of the environment. */
type EnvironmentWithoutKeys = Omit<
  Environment,
  "access_token" | "model_keys" | "web_search" | "database_url" | "sign_in"
>;

export type AssemblyOptions = {
  project_dir: string;
  env: Record<string, string | undefined>;
  /** Absolute folders that stand in place of the configured ones, as `--root` of the docs server. */
  roots?: readonly string[];
  /** Whether this process owns the state folder; it does unless it is said otherwise. */
  tenancy?: Tenancy;
  /** Another program in the docs server's place, for tests of what happens when it misbehaves. */
  docs_command?: readonly string[];
  /** Tool providers beside the docs server and the program's own tools. */
  providers?: readonly ToolProvider[];
  /** Instead of those found on PATH, for tests of what the tools do without them. */
  commands?: Commands;
  /** Instead of the machine's own, for tests of what is around them. */
  sandbox_backends?: (configured: () => Config["sandbox"]["backend"]) => SandboxBackends;
  /** Instead of the program's own, for tests. */
  task_types?: readonly TaskType[];
  skills?: SkillCatalogue;
  /** How names are looked up and addresses dialled for pages of the web. The program itself never says. */
  web?: WebWires;
  /** Whether somebody is there whom a task may ask; there is, unless it is said otherwise. */
  attended?: boolean;
  /** A command of whoever has the machine: nobody signs in to it, and what it does is the one person's. */
  terminal?: true;
  /** Where the log is kept, in the state folder; it is not without. */
  log_file?: (home: string) => string;
  /** Around what is recorded, for a bench of what that costs. The program itself never says. */
  recording?: (sink: KeptSink) => KeptSink;
};

export function createAssembly(options: AssemblyOptions): Assembly {
  const { project_dir, roots = [], tenancy = { kind: "owner" } } = options;
  const { access_token, model_keys, web_search, database_url, ...read } = readEnvironment({
    ...options.env,
    DOCENT_PROJECT: project_dir,
  });
  const { sign_in: configured, ...env } = read;
  const sign_in = options.terminal === true ? undefined : configured;
  const { home, config_path } = env;
  const clock = systemClock;
  const ids = newId;
  const log = createLogger("docent", env.log_level, {
    terminal_level: env.terminal_level,
    ...(options.log_file === undefined ? {} : { file: options.log_file(home) }),
  });

  for (const warning of env.warnings) log.warn(warning);
  const place = { tool_roots: env.tool_roots, project_dir, home, config_path };
  const documents = roots.length > 0 ? roots.map((path) => ({ label: path, path })) : undefined;
  refuseToolRoots({ ...place, documents });
  const needsNobody = configured !== undefined || options.terminal === true;
  if (!needsNobody) refuseForgottenSignIn(configAtStart(place));
  const overlaps = toolRootProblem(place);
  readyToAnswer();
  const config = createConfigFile({
    project_dir,
    home,
    ...(config_path === undefined ? {} : { config_path }),
    problem: (next) => overlaps(next) ?? (needsNobody ? undefined : forgottenSignIn(next)),
    changed: () => {
      store.events.publish({ topic: "config", id: "" }).catch((error: unknown) => {
        log.warn(faultOf(error), "other servers could not be told of new settings");
      });
    },
    log,
  });
  const version = versionOf(project_dir);
  /** Who is at work. Where people sign in, what nobody has said for whom it is done has no right to anybody's. */
  const nobody = sign_in === undefined ? thePerson : withoutRights("");
  const person = () => actingPerson() ?? nobody;
  const whose = () => actingPerson()?.id ?? (sign_in === undefined ? onePerson : undefined);
  /** What belongs to all: servers, and what stands before the first of them. An admin decides about it. */
  const asHouse = actForHouse;
  const kept = keepStore({ home, tenancy, database_url, version, whose, clock, log });
  const telemetry = createTelemetry({
    ...{ endpoint: env.telemetry.endpoint, content: env.telemetry.content },
    ...{ version, network: kept.trace, log },
  });
  /** What is written down is told to a receiver too, where there is one. */
  const { recording = (sink: KeptSink) => sink } = options;
  const store: KeptStore = { ...kept, trace: telemetry.over(recording(kept.trace)) };
  const watch = createOrphanWatch({ log });
  const { search, ...withoutSearch } = env;
  const docsTarget = (view: Parameters<typeof docsCommand>[2]) => ({
    kind: "stdio" as const,
    command: options.docs_command ?? docsCommand(project_dir, roots, view),
    cwd: project_dir,
    // The index on a search server counts what all folders hold: who may read some, or has pages, has one in that process.
    env: docsEnvironment(options.env, project_dir, {
      ...withoutSearch,
      ...(view?.groups === undefined && view?.pages_of === undefined && search !== undefined
        ? { search }
        : {}),
    }),
    watch,
  });
  const ownDocs = {
    name: ownServer,
    rights: { kind: "own" as const },
    network: store.trace,
    ...{ timeout_ms: env.mcp_timeout_ms, log, clock },
  };
  // Of people who sign in each has saved pages of their own, which the server that all share does not know.
  const alone = sign_in === undefined;
  const session = createMcpServer({ ...ownDocs, target: docsTarget({ saved_pages: alone }) });
  const views = createDocsViews({
    main: session.provider,
    config: () => config.current().config,
    person,
    asksForPages: (owner, args) => {
      const folder = savedPagesFolder(home, owner);
      return owner !== onePerson && namesPages(args, folder, existsSync) && existsSync(folder);
    },
    open: (view) => createMcpServer({ ...ownDocs, target: docsTarget(view) }),
  });
  const metrics = createMetrics();
  const schemas = createSchemaCheck();
  const registry = createToolRegistry({
    order: () => config.current().config.tools.preferred_provider_order,
    enabled: (tool_id) => !config.current().config.tools.disabled.includes(tool_id),
    off: async (tool_id, lang, soon) => {
      if (tool_id === guardedTool) return ownTools.bash.off(lang);
      return tool_id === runCodeTool ? sandbox.off(lang, soon) : undefined;
    },
    schemas,
    log,
  });
  const unkeptApprovals = createUnkeptApprovals({
    mine: async () => (await store.get()).approvals,
    everyones: async () => (await store.everyone.get()).approvals,
  });
  const approvals = createApprovals({
    ...{ store: unkeptApprovals.store, everyones: unkeptApprovals.everyones },
    ...{ events: store.events, queue: store.queue },
    clock,
    ids,
    mask: (value) => maskDeep(value).value,
    log,
  });
  const ownTools = createOwnTools({
    commands: options.commands,
    search_path: options.env.PATH,
    ...{ place, documents, config: config.current, env, watch, clock, ids, log },
    ...{ approvals: forHouse(approvals), person },
  });
  const documentTools = searchWithVectors(views.provider, (query, asking) =>
    embedding.question.of(query, asking),
  );
  for (const provider of [documentTools, ownTools.provider, ...(options.providers ?? [])]) {
    registry.register(provider);
  }
  const houseApprovals = forHouse(approvals);
  const serverApprovals = createServerApprovals({ approvals: houseApprovals, project_dir, log });
  const servers = createMcpServers({
    own: session,
    config: () => config.current().config,
    environment: env.mcp_servers,
    env: options.env,
    timeout_ms: env.mcp_timeout_ms,
    project_dir,
    registry,
    fetch: loggedFetch({ purpose: "mcp", log: store.trace, clock }),
    judge: serverApprovals.judge,
    ask: serverApprovals.ask,
    watch,
    log,
    clock,
  });
  const reconcile = () => {
    servers.reconcile().catch((error: unknown) => {
      log.error(faultOf(error), "which servers are to run is not known");
    });
  };
  approvals.onDecided(reconcile);
  approvals.onRevoked(reconcile);
  const rightOf = (id: string) => {
    const { config: now } = config.current();
    return asFarAs(person(), agentRight(now, id), now.auth);
  };
  const calling = {
    registry,
    schemas,
    agent: rightOf,
    // The docs server's time-out is a setting of its own, and may be longer.
    limits: {
      output: env.tool_output,
      timeout_ms: Math.max(env.tool_timeout_ms, env.mcp_timeout_ms),
    },
    mask: maskDeep,
    beforeAct: () => store.everyone.patiently((opened) => opened.requireAudit("act")),
    clock,
    ids,
  };
  const trace = metrics.over(store.trace);
  const way = (purpose: ConnectionPurpose) => ({
    fetch: loggedFetch({ purpose, log: store.trace, clock }),
  });
  const tools = createToolRuntime({ ...calling, approvals, trace, log });
  const docs = createDocsCalls({ tools, clock, ids });
  const web = createWeb({
    ...{ home, project_dir, tools, clock, ids, log },
    version,
    whose,
    settings: () => config.current().config.web,
    search: web_search,
    network: store.trace,
    cited: (pages) => store.patiently((opened) => opened.citedPages(pages)),
    ...(options.web === undefined ? {} : { wires: options.web }),
  });
  registry.register(web.provider);
  // Health looks every few seconds, on nobody's behalf and at no document: of that there is no record.
  const unrecorded = createToolRuntime({
    ...calling,
    trace: nothingKept,
    log: log.child({}, { level: "warn" }),
  });
  const names = createRootNames({ config, docs, replaced: roots.length > 0, person });
  const markdown = createMarkdownRenderer({ project_dir, log });
  const audit = createPersonAudit({ store, trace: store.trace, clock });
  const models = createModelDesk({
    config: () => config.current().config,
    keys: model_keys,
    clock,
    audit,
    ...way("model"),
  });
  const catalogue = async (signal: AbortSignal) => {
    const { tools: there, providers } = await registry.describe(signal);
    const away = providers.flatMap(({ id, state }) => (state === "down" ? [id] : []));
    skills.noteTools(there, away);
    return there;
  };
  const skillsFolder = path.join(home, "skills");
  const skills = createSkillDesk({
    shelf: createSkillShelf({
      folders: [
        { path: path.join(project_dir, "skills"), source: "built_in", zips: false },
        { path: skillsFolder, source: "person", zips: true },
      ],
      watch: watchFolder,
      schemaProblem: schemas.problem,
      log,
    }),
    folders: { built_in: "skills", person: skillsFolder },
    config: () => config.current().config,
    save: (name, enabled, reader) =>
      settings.switchSkill(name, enabled, asPerson(reader), reader.lang),
    askTools: async () => {
      await catalogue(AbortSignal.timeout(SKILL_TOOLS_MS)).catch(() => undefined);
    },
    ...{ store, audit, clock, log },
  });
  registry.register(createSkillTools(skills.ready));
  const agents = createAgentTools({
    ...{ tools, catalogue, model: models.current, skills: skills.ready, rank_tools: rankTexts },
    config: () => config.current().config,
    threads: async () => (await store.get()).agents,
    spans: { trace: store.trace, clock, ids },
  });
  registry.register(agents);
  const skillsKnown = () => (options.skills === undefined ? skills.begin() : Promise.resolve());
  const toolsOfSkill: TaskWorld["toolsUnder"] = async (skill, tool_ids, signal) => {
    const found = tool_ids.map((id) => registry.resolve(id, signal).catch(() => undefined));
    const there = await Promise.all(found);
    return toolsUnder(
      skill,
      there.flatMap((one) => (one === undefined ? [] : [one.tool])),
    );
  };
  const outputs = createSandboxOutputs({ home });
  void clearStaleRuns(home);
  const sandbox = createSandbox({
    backends:
      options.sandbox_backends?.(() => config.current().config.sandbox.backend) ??
      createSandboxBackends({
        all: machineBackends({
          ...{ project_dir, home, clock, watch },
          search_path: options.env.PATH,
          machine: ownTools.sandbox,
          hidden: () =>
            config
              .current()
              .config.doc_access.roots.map(({ path: one }) => path.resolve(project_dir, one)),
        }),
        configured: () => config.current().config.sandbox.backend,
      }),
    config: () => config.current().config.sandbox,
    toolOf: async (tool_id, signal) =>
      (await registry.resolve(tool_id, signal).catch(() => undefined))?.tool,
    mask: (value) => maskDeep(value).value,
    ...{ outputs, tools, clock, ids },
  });
  registry.register(sandbox);
  const artifactFiles = createArtifactFiles({ home });
  const engine = createTaskEngine({
    types: options.task_types ?? taskTypes,
    skills: options.skills ?? skills.catalogue,
    store: {
      get: async () => (await store.get()).tasks,
      patiently: (work) => store.patiently((opened) => work(opened.tasks)),
      everyone: {
        get: async () => (await store.everyone.get()).tasks,
        patiently: (work) => store.everyone.patiently((opened) => work(opened.tasks)),
      },
    },
    people: {
      actFor: async (owner, work) => actAs(await people.personFor(owner), work),
      lookAfter: (owner, work) => actAs(withoutRights(owner), work),
    },
    files: {
      ...artifactFiles,
      remove: async (task_id) => {
        await Promise.all([
          artifactFiles.remove(task_id),
          outputs.remove({ kind: "task", id: task_id }),
        ]);
      },
    },
    runs: outputs,
    ended: (task_id) => outputs.remove({ kind: "task", id: task_id }),
    rightOf,
    skillsKnown,
    toolsUnder: toolsOfSkill,
    model: createTaskModel({ models, trace: store.trace, clock, ids }),
    answer: async (asked) => {
      await names.ready({ agent_id: "person", ...asked });
      return answerTasks(asked);
    },
    attended: options.attended ?? true,
    roots,
    forgotten: () => patches.sweep(),
    retention: () => config.current().config.retention,
    trace: store.trace,
    ...{ events: store.events, queue: store.queue },
    ...{ tools, approvals, schemas, clock, ids, log },
  });
  const taskTool = createTaskTool({ engine });
  registry.register(taskTool);
  const primary = createPrimary({
    ...{ tools, catalogue, model: models.current, skills: skills.ready, rank_tools: rankTexts },
    web: () => webDesk.ready(),
    idempotency: store.idempotency,
    trace: store.trace,
    config: () => config.current().config,
    roots: names.list,
    clock,
    ids,
    log,
  });
  const answerTasks = createTaskAnswers({
    ...{ tools, clock, ids, log, model: models.current, roots: names.list },
    config: () => config.current().config,
    idempotency: store.idempotency,
    trace: store.trace,
  });
  const { table } = wordTable();
  const recall =
    table === undefined
      ? undefined
      : createRecall({
          ...{ memory: async () => (await store.get()).memory, table, model: likenessModel() },
          embedded: async (question, asking) => {
            const { held, of } = embedding.question;
            const found = asking === undefined ? held(question) : await of(question, asking);
            if (found === undefined) return undefined;
            const { vector, vector_model } = found;
            const { memory } = await store.get();
            return {
              nearest: (which) => memory.embedded.nearest(vector_model, vector, which),
              background: (most) => memory.embedded.background(vector_model, vector, most),
            };
          },
        });
  const memoryConfig = () => config.current().config.memory;
  const remembered = createMemoryOfAskings({
    ...{ store, docs, recall, table, clock, log },
    vectorHeld: (question) => embedding.question.held(question),
    config: memoryConfig,
  });
  const ask = createAsking({
    primary,
    store,
    config: () => config.current().config,
    metrics,
    answered: telemetry.answered,
    remembered,
    clock,
    ids,
    log,
  });
  const askOnceReady = async (body: AskBody, asking: Asking): Promise<Answer> => {
    await names.ready({ agent_id: "person", ...asking });
    return ask(body, asking);
  };
  const explain = (error: unknown, trace_id: string): AppError => {
    if (error instanceof AppError) return error;
    log.error({ trace_id, ...faultOf(error) }, "a request failed in a way that is not foreseen");
    return saidError("unknown", "error.unknown", {}, { cause: error });
  };
  const runs = createRunHub({ ask: askOnceReady, store, explain, now: clock.now, log });
  const preview = createPreview({ docs, markdown, labelOf: names.labelOf });
  const beforeReading = () => store.everyone.patiently((opened) => opened.requireAudit("read"));
  const suggestQuestions = createSuggestQuestions({ docs, roots: names.list });
  function dropHeld(): void {
    recall?.forget();
    remembered.forget();
    unkeptApprovals.forget();
  }
  const forgetting = createForgetting({
    ...{ store, runs, tasks: engine, outputs, home, ids, log },
    dropped: dropHeld,
  });
  const memory = createMemoryDesk({
    ...{ store, forgetting, recall, audit, clock, ids },
    config: memoryConfig,
    save: (switches, reader) => settings.switchMemory(switches, asPerson(reader), reader.lang),
    folders: names.list,
  });
  const likeTasks = createLikeTasks({
    ...{ store, table, model: likenessModel, fit: engine.check },
    switches: memoryConfig,
  });
  const memoryTools = createMemoryTools({
    ...{ store, recall, accept: memory.accept },
    switches: memoryConfig,
  });
  registry.register(memoryTools);
  const conversations = createConversations({
    ...{ store, runs, docs, clock, beforeReading, forgetting },
    labelOf: names.labelOf,
  });
  const embedding = createEmbeddingDesk({
    config: () => config.current().config,
    roots: () => {
      const { doc_access } = config.current().config;
      const given = names.list().map((root, i) => ({ ...root, path: roots[i] ?? "" }));
      return foldersToSend(roots.length === 0 ? doc_access.roots : given, doc_access, project_dir);
    },
    keys: model_keys,
    tools: createEmbeddingTools(session),
    questions: createEmbeddedQuestions({ store, switches: memoryConfig }),
    trace: store.trace,
    ...way("embedding"),
    ...{ home, audit, beforeReading, clock, ids, log },
  });
  const desk = createToolDesk({
    registry,
    facts: ownTools.facts,
    tools,
    approvals,
    store,
    audit,
    config: () => config.current().config,
    clock,
    ids,
    log,
  });
  const unrecordedDocs = createDocsCalls({ tools: unrecorded, clock, ids });
  /** Of all folders, which who looks after them sees in Settings, whatever they may read. */
  const everyFolder: Pick<DocsCalls, "status"> = {
    status: (caller, options) =>
      person().groups === "all"
        ? docs.status(caller, options)
        : asHouse(() => unrecordedDocs.status(caller, options)),
  };
  const settings = createSettings({
    file: config,
    docs: everyFolder,
    audit,
    beforeSave: serverApprovals.beforeSave,
    project_dir,
    home,
  });
  const index = createIndexReport({ docs, settings });
  const outside = createLookOutside({
    config: () => config.current().config,
    audit,
    project_dir,
    home,
    clock,
  });
  const health = createHealth({
    version,
    config,
    store,
    docs: unrecordedDocs,
    servers: servers.statuses,
    embedding: embedding.brief,
    sandbox: sandbox.proven,
    clock,
    ids,
  });
  const foldersRead = createFoldersRead({
    docs: createDocsCalls({ tools: unrecorded, clock, ids }),
    state: async () => (await servers.statuses("en")).find(({ name }) => name === ownServer)?.state,
    ids,
  });

  const webDesk = createWebDesk({
    ...{ web, tools, person, audit, clock, ids },
    forgotten: (pages) => store.patiently((opened) => opened.forgetPages(pages)),
    environment: web_search,
    config: () => config.current().config,
    resourceOf: async (id) => (await approvals.get(id)).resource,
    decide: async (id, decision, trace_id) => {
      await desk.decide(id, { decision }, trace_id);
    },
  });
  const taskDesk = createTaskDesk({ engine, store, runs, audit });
  const patches = createPatchDesk({
    ...{ home, project_dir, engine, audit, person, log },
    config: () => config.current().config,
    replaced: roots.length > 0,
    tasks: async () => (await store.get()).tasks,
    everyones: async () => (await store.everyone.get()).tasks,
  });

  /** Their vectors stand before those that were read already, so that all are read anew. */
  async function questionsWereRead(known: WordTable): Promise<boolean> {
    const read = (await readQuestionsOfBefore((await store.everyone.get()).memory, known)) > 0;
    if (read) recall?.forget();
    return read;
  }
  const upkeep = createUpkeep({
    ...{ store, clock, log },
    busy: ask.busy,
    config: () => config.current().config,
    indexNow: async () => {
      const { index } = await asHouse(() => health.inside("en"));
      return index;
    },
    readQuestions: async () => {
      if (table === undefined || !memoryConfig().enabled) return false;
      return (
        (await questionsWereRead(table)) ||
        // What one person asks of theirs is read as they ask.
        (whose() !== undefined && (await recall?.readAhead()) === true)
      );
    },
  });
  const audited = createToolRuntime({
    ...calling,
    trace: { ...nothingKept, read: store.trace.read, call: store.trace.call },
    log: log.child({}, { level: "warn" }),
  });
  const doneAgain = {
    ...{ store, catalogue, clock, ids, log },
    tools: audited,
    trace: { ...nothingKept, read: store.trace.read, call: store.trace.call },
  };
  const replays = createReplayDesk({
    ...doneAgain,
    config: () => config.current().config,
    models,
    skills: skills.ready,
    roots: names.list,
    savedPages: async () =>
      new Set((await web.saved.list()).map(({ relative_path }) => relative_path)),
    ready: (reader) => names.ready(asPerson(reader)),
    tasks: createTaskReplay({
      ...doneAgain,
      ...{ home, approvals, schemas, roots },
      types: options.task_types ?? taskTypes,
      skills: options.skills ?? skills.catalogue,
      skillsKnown,
      toolsUnder: toolsOfSkill,
      rightOf: (id) => agentRight(config.current().config, id),
      files: artifactFiles,
      config: () => config.current().config,
      names: names.list,
    }),
  });
  const activity = createActivityDesk({ store, replayable: replays.replayable, clock, log });
  const readSeries = createSeriesDesk({ store, person, clock, project_dir });

  /** What a saved configuration changes at once. */
  async function applyConfig(): Promise<void> {
    await servers.reconcile();
    embedding.saved();
  }

  /** What another server changed, and is held in memory here. */
  store.events.listen(({ topic, id }) => {
    const everything = topic === "everything";
    if (topic === "permissions" || everything) reconcile();
    if (topic === "forgotten" || everything) dropHeld();
    if (topic === "forgotten") void views.forget(id);
    if (topic === "skills" || everything) skills.acceptedElsewhere();
    if (topic !== "config" && !everything) return;
    applyConfig()
      .then(() => ownTools.bash.off())
      .catch((error: unknown) => {
        log.warn(faultOf(error), "what another server saved could not be put into force");
      });
  });

  async function readyDocsTools(): Promise<void> {
    const signal = AbortSignal.timeout(60_000);
    for (const id of firstTools)
      schemas.ready((await registry.resolve(id, signal)).tool.input_schema);
  }

  /** What an earlier server left is taken up once the database is there. */
  function goOnWithWork(): void {
    void forgetting.finish();
    patches.begin().catch((error: unknown) => {
      log.error(faultOf(error), "the patches of before could not be looked at");
    });
    engine
      .begin()
      .then(() => sweepRuns({ outputs, store, log }))
      .catch((error: unknown) => {
        log.error(faultOf(error), "the tasks of before could not be taken up");
      });
  }

  let leaving = false;
  const authentication = createAuthentication({
    ...(access_token === undefined ? {} : { token: access_token }),
    port: env.port,
    clock,
    random: () => randomBytes(32).toString("base64url"),
  });
  const people = createPeople({
    ...{ sign_in, env, store, person, audit, clock, ids, log },
    config: () => config.current().config,
    fetch: way("sign_in").fetch,
    endWork: (id) =>
      actAs(withoutRights(id), async () => {
        await runs.stop("all");
        await engine.cancelAll();
      }),
    forgetFiles: (id) =>
      actAs(withoutRights(id), async () => {
        await forgetting.forget({ all: true });
        await web.leave();
        await views.forget(id);
      }),
  });

  return {
    env,
    judgeOrigin: (headers) => judgeOrigin(headers, env),
    judgeHost: (headers) => judgeHost(headers, env),
    authentication,
    identity: people.offered?.identity ?? onePersonIdentity(authentication),
    actAs,
    notLetIn: refusalOf,
    peopleOrNotFound() {
      if (people.offered === undefined) throw saidError("not_found", "error.not_found");
      return people.offered;
    },
    log,
    newId: ids,
    say,
    explain,
    sentence: errorSentence,
    failure: saidError,
    parse: parseRequest,
    ask: askOnceReady,
    runs,
    ...conversations,
    listReads: async (query) => (await store.everyone.get()).listReads(query),
    listCalls: async (query) => (await store.everyone.get()).listCalls(query),
    activity: {
      ...activity,
      listTraces: async (query) => (await store.get()).activity.list(query),
      listAudit: async (query) => (await store.everyone.get()).activity.audit(query),
      exportAudit: async () => (await store.everyone.get()).activity.exportAudit(clock.now()),
      listConnections: async (query) => (await store.everyone.get()).activity.network(query),
      series: readSeries,
      kept: (lang) => upkeep.kept(telemetry.report(lang)),
      compact: (lang) => upkeep.compact(lang),
      exportTrace: async (trace_id, format) =>
        exportTrace((await store.get()).activity, trace_id, format),
      replays,
    },
    preview: async (query, reader) => {
      await beforeReading();
      return preview(query, { agent_id: "preview", ...reader }, reader.lang);
    },
    picture: async (query, reader) => {
      await beforeReading();
      return readPicture(docs, query, { agent_id: "preview", ...reader }, reader.lang);
    },
    checkAccess: async (body, reader) => {
      await beforeReading();
      return checkAccess(docs, body, asPerson(reader), reader.lang);
    },
    readConfig: (reader) => settings.read(asPerson(reader), reader.lang),
    saveConfig: async (next, if_match, reader) => {
      const caller = asPerson(reader);
      const before = config.current().config;
      const saved = await settings.save(next, if_match, caller, reader.lang);
      await applyConfig();
      if (saved.kind === "saved") await ownTools.bash.saved(before, reader.trace_id, reader.lang);
      return saved;
    },
    undoConfig: async (if_match, reader) => {
      const caller = asPerson(reader);
      const undone = await settings.undo(if_match, caller, reader.lang);
      await applyConfig();
      await ownTools.bash.off();
      return undone;
    },
    inspectFolder: (body, reader) => outside.inspect(body, reader, reader.lang),
    completeFolder: (prefix, reader) => outside.complete(prefix, reader),
    readIndex: (reader) => index.report(asPerson(reader), reader.lang),
    async actOnIndex(body, reader) {
      const caller = asPerson(reader);
      if (body.action === "rescan" && person().groups !== "all")
        await everyFolder.status(caller, { look_again: true });
      return index.act(body, caller, reader.lang);
    },
    listSkipped: (query, reader) =>
      index.skipped(
        { root: query.root, ...(query.cursor === undefined ? {} : { cursor: query.cursor }) },
        asPerson(reader),
        reader.lang,
      ),
    async suggest(query, reader) {
      await beforeReading();
      await names.ready(asPerson(reader));
      return suggestQuestions(query, asPerson(reader));
    },
    health: async (lang) =>
      person().role === "admin"
        ? asHouse(() => health.inside(lang))
        : withoutDetails(await health.inside(lang)),
    healthOutside: () => asHouse(health.outside),
    metrics: async (lang) => metrics.page(await asHouse(() => health.inside(lang))),
    servers: servers.statuses,
    restartServer: async (name, reader) => {
      await servers.restart(name, reader.trace_id, reader.lang);
      return servers.statuses(reader.lang);
    },
    tools: async (signal) => {
      await servers.reconcile();
      const described = await registry.describe(signal);
      return described.tools.flatMap(toMcpTool);
    },
    desk: withHouse(desk, { person, asHouse }),
    memory: { ...memory, likeTasks },
    tasks: taskDesk,
    patches,
    sandbox: createSandboxDesk({ sandbox, outputs, toolsThere: catalogue }),
    skills,
    web,
    webDesk,
    models,
    embedding,
    warm: () => {
      store.problem().then(
        (problem) => problem && log.error(problem.details, problem.message),
        (error: unknown) => log.error(faultOf(error), "the database could not be opened"),
      );
      session.list(AbortSignal.timeout(60_000)).catch((error: unknown) => {
        log.error(faultOf(error), "the docs server could not be started");
      });
      void ownTools.bash.off();
      reconcile();
      ownTools.tell();
      if (tenancy.kind === "owner") makeFolder(skillsFolder, log);
    },
    readAhead: async (quiet) => {
      const { meaning } = config.current().config.retrieval;
      const steps: [ms: number, step: () => unknown][] = [
        [0, () => loadAhead("en", meaning)],
        [0, readyDocsTools],
        [0, markdown.begin],
        [CALM_MS, () => loadAhead("zh-CN", meaning)],
        [CALM_MS, skills.begin],
      ];
      for (const [ms, step] of steps) {
        try {
          await quiet(ms);
          await step();
        } catch (error) {
          log.error(faultOf(error), "what answers need could not be read");
        }
      }
    },
    work: () => {
      upkeep.begin();
      telemetry.begin();
      embedding.begin();
      void store.usable().then(goOnWithWork);
    },
    ready: async () =>
      !leaving &&
      (await store.problem()) === undefined &&
      (!store.queue.handsOver || (await actForHouse(foldersRead))),
    leave: () => {
      leaving = true;
      return store.queue.handsOver ? pause(DRAIN_MS) : undefined;
    },
    close: async () => {
      leaving = true;
      approvals.close();
      people.offered?.identity.close();
      forgetting.close();
      desk.close();
      skills.close();
      const grace_ms = store.queue.handsOver ? LEAVING_GRACE_MS : CLOSING_GRACE_MS;
      await Promise.all([runs.close(grace_ms), embedding.close(), engine.close()]);
      await Promise.all([upkeep.close(), telemetry.close()]);
      await Promise.all([
        servers.close(),
        views.close(),
        taskTool.close(),
        memoryTools.close(),
        sandbox.close(),
        ownTools.provider.close(),
        web.provider.close(),
        agents.close(),
        markdown.close(),
      ]);
      watch.close();
      await store.queue.leave().catch((error: unknown) => {
        log.warn(faultOf(error), "other servers go on with what is left here a little later");
      });
      await store.close();
    },
    closeStore: store.close,
  };
}

// Routes and pages are bundled apart and find it there: `app/api/_server/held-assembly.ts`.
const held = globalThis as typeof globalThis & { docentAssembly?: Assembly };

/** The one assembly of this process, made at the first call. Throws `config_invalid` for a bad environment variable. */
export function getAssembly(): Assembly {
  if (!held.docentAssembly) {
    const project_dir = projectDir();
    const address = localAddress(readEnvironment({ ...process.env, DOCENT_PROJECT: project_dir }));
    // Whoever runs it starts it again, and it takes its part in the work as a new one.
    const replaced = () => void process.kill(process.pid, "SIGTERM");
    const tenancy = { kind: "owner", address, replaced } as const;
    const log_file = (home: string) => path.join(home, "logs", "docent.log");
    const assembly = createAssembly({ project_dir, env: process.env, tenancy, log_file });
    held.docentAssembly = assembly;
    process.once("exit", () => void assembly.closeStore());
  }
  return held.docentAssembly;
}

/** Where a person puts skills; without it they are told so by the page all the same. */
function makeFolder(folder: string, log: Logger): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    log.warn(faultOf(error), "the folder for skills could not be made");
  }
}

/** A tool of an MCP server as `GET /api/mcp/tools` has it: `read_only` is what we hold it to be, not what it claims. */
function toMcpTool(tool: ToolInfo): McpTool[] {
  const [family, server] = tool.provider_id.split(".");
  if (family !== "mcp" || server === undefined) return [];
  const { id, name, title, description, input_schema, output_schema } = tool;
  const said = {
    ...(title === undefined ? {} : { title }),
    ...(output_schema === undefined ? {} : { output_schema }),
  };
  const read_only = tool.side_effects === "none";
  return [{ id, server, name, description, input_schema, read_only, ...said }];
}

function versionOf(project_dir: string): string {
  const text = readFileSync(path.join(project_dir, "package.json"), "utf8");
  const { version } = JSON.parse(text) as { version: string }; // our own file
  return version;
}
