import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { builtInDenylist } from "#lib/access/denylist";
import { dependencyNames } from "#lib/access/dependency-folders";
import { AnswerOutcome, AnswerStatus, Claim, GapCause } from "#lib/contracts/answer";
import { Config } from "#lib/contracts/config";
import { docsAsk } from "#lib/contracts/docs-ask";
import { docsTools, RootState, VerifyState } from "#lib/contracts/docs-tools";
import { scopeTools } from "#lib/contracts/envelope";
import { errorCodes } from "#lib/contracts/errors";
import { AskBody, ExportQuery, RunQuery, Thread, ThreadQuery } from "#lib/contracts/http";
import { AuditQuery } from "#lib/contracts/records";
import { SandboxArguments } from "#lib/contracts/sandbox";
import { TaskState } from "#lib/contracts/tasks";
import { ToolResult } from "#lib/contracts/tools";
import { judgeEnvironment } from "#lib/platform/environment-rules";
import { taskTypes } from "#lib/tasks/types";
import { listAgents, runCodeTool } from "#lib/tools/agent-rights";
import { autoRunNames, autoRunPlaces } from "../../lib/access/auto-run-names.ts";
import { Companion } from "../../lib/skills/parsing/companion.ts";
import { builtinTools } from "../../lib/tools/providers/builtin/tools.ts";
import { promptNames } from "../../mcp-servers/docs/prompts.ts";
import { langs, namedInTables, type Page, pageOf, project, readPages } from "./handbook-pages.ts";
import { controlNames } from "./page-controls.ts";

const handbook = { en: readPages("en"), "zh-CN": readPages("zh-CN") };
const reservedHeading = { en: "Reserved names", "zh-CN": "保留的名称" };
const reservedWords = {
  en: "Reserved, has no effect in this version",
  "zh-CN": "保留，在这个版本中不起作用",
};

const SchemaNode = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});
const configSchema = z.toJSONSchema(Config, { io: "input", unrepresentable: "any" });
const configKeys = keysOf(configSchema);
const packageJson = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")));
const commands = Object.keys(packageJson.scripts).map(commandOf);
const variables = variablesRead();

describe("the handbook as a whole", () => {
  it("has the same pages with the same sections in both languages, at least eight", () => {
    const shape = (pages: readonly Page[]) =>
      pages.map((page) => [
        page.name,
        page.headings.map((heading) => heading.level),
        page.tables.map((t) => t.rows.length),
      ]);
    expect(shape(handbook["zh-CN"])).toEqual(shape(handbook.en));
    expect(handbook.en.length).toBeGreaterThanOrEqual(8);
  });

  it.each(langs)("has one title on every page and no section twice (%s)", (lang) => {
    for (const page of handbook[lang]) {
      expect([page.name, page.headings.filter((heading) => heading.level === 1).length]).toEqual([
        page.name,
        1,
      ]);
    }
    const headings = handbook[lang].flatMap((page) => page.headings.map((heading) => heading.text));
    expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
  });

  it.each(langs)("names no setting, command, variable or rule that does not exist (%s)", (lang) => {
    const known = new Set<string>([
      ...configKeys,
      ...configKeys.map((key) => key.split(".").at(-1) ?? ""),
      ...Object.keys(Config.shape),
      ...commands,
      ...variables,
      ...errorCodes,
      ...Object.keys({ ...docsAsk, ...docsTools }),
      ...promptNames,
      ...Object.keys(docsTools).map((name) => `mcp.docs.${name}`),
      ...AnswerStatus.options,
      ...GapCause.options,
      ...VerifyState.options,
      ...RootState.options,
      ...enumValuesOf(configSchema),
      ...Object.keys(AskBody.shape),
      ...Object.keys(Claim.shape),
      ...AnswerOutcome.options,
      ...Object.keys(ExportQuery.shape),
      ...Object.keys(ThreadQuery.shape),
      ...Object.keys(Thread.shape),
      ...ExportQuery.shape.format.unwrap().options,
      ...Object.keys(AuditQuery.shape),
      ...Object.keys(RunQuery.shape),
      ...Object.keys(ToolResult.shape.meta.shape),
      ...listAgents(Config.parse({})).map((agent) => agent.id),
      ...keptByBrowser(),
      ...builtinTools.flatMap((tool) => Object.keys(tool.input_schema.properties ?? {})),
      ...Object.keys(Companion.shape),
      ...ourTaskTypes(),
      ...Object.values(autoRunNames).flat(),
      ...dependencyNames(),
      ...taskTypes.map(({ type }) => type),
      runCodeTool,
      ...scopeTools["memory.read"],
      ...scopeTools["memory.propose"],
      ...Object.keys(SandboxArguments.shape),
      ...TaskState.options,
    ]);
    const unknown = handbook[lang].flatMap((page) =>
      page.codes
        .filter((code) => looksLikeName(code, page.name) && !known.has(code))
        .map((code) => `${page.name}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(langs)("runs only commands that exist, in text and in blocks (%s)", (lang) => {
    const run = handbook[lang].flatMap((page) =>
      [...page.codes, ...page.blocks].flatMap(
        (code) => code.match(/\bnpm (?:start|test|run (?:-s )?[\w:-]+)/g) ?? [],
      ),
    );
    const unknown = run
      .map((command) => command.replace("-s ", ""))
      .filter((command) => !commands.includes(command));
    expect(unknown).toEqual([]);
  });

  it("names, as every page for readers does, only addresses that the server has", () => {
    const served = new Set(routesServed().map((route) => shapeOf(route.slice(route.indexOf("/")))));
    const folders = ["handbook", "docs", "README.md", "SECURITY.md"];
    const pages = folders.flatMap((folder) => markdownIn(path.join(project, folder)));
    const named = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/(?<![\w.])\/api\/[\w:/{}<>-]+/g)].map(
        ([address]) => ({ page: path.relative(project, page), address }),
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ address }) => !served.has(shapeOf(address)))).toEqual([]);
  });

  it.each(langs)("names only files of the project that exist (%s)", (lang) => {
    const files = handbook[lang].flatMap((page) =>
      [...page.codes, ...page.blocks].flatMap(
        (code) => code.match(/\b(?:scripts|fixtures|lib|mcp-servers)\/[\w./-]*\w/g) ?? [],
      ),
    );
    expect(files.filter((file) => !existsSync(path.join(project, file)))).toEqual([]);
  });
});

describe.each(langs)("every name has its row (%s)", (lang) => {
  const page = (name: string) => pageOf(handbook[lang], name);
  const cellOf = (name: string, code: string, column: number) =>
    page(name)
      .tables.flatMap((table) => table.rows)
      .find((row) => row.codes[0] === code)?.cells[column];

  it("lists every rule and error code once", () => {
    expect(namedInTables(page("rules.md")).sort()).toEqual([...errorCodes].sort());
  });

  it("calls reserved exactly the codes that nothing in the program produces", () => {
    const reserved = namedInTables(
      page("rules.md"),
      (heading) => heading === reservedHeading[lang],
    );
    const source = programSource();
    const unused = errorCodes.filter((code) => !new RegExp(`["'\`.]${code}\\b`).test(source));
    expect(reserved.sort()).toEqual([...unused].sort());
  });

  it("lists every setting with its default", () => {
    expect(namedInTables(page("settings.md")).sort()).toEqual([...configKeys].sort());
    const defaults = z.record(z.string(), z.unknown()).parse(Config.parse({}));
    const differing = configKeys.filter((key) => {
      const value = key
        .split(".")
        .reduce<unknown>(
          (at, part) => z.record(z.string(), z.unknown()).safeParse(at).data?.[part],
          defaults,
        );
      if (value === undefined || key === "doc_access.roots") return false;
      return cellOf("settings.md", key, 1) !== spaced(value);
    });
    expect(differing).toEqual([]);
  });

  it("calls a setting reserved when no code reads it, and only then", () => {
    // The tools' arguments bear names of their own, which may be those of settings.
    const source = programSource("providers/builtin");
    const reserved = (key: string) =>
      cellOf("settings.md", key, 2)?.includes(reservedWords[lang]) ?? false;
    const wrong = configKeys.filter((key) => reserved(key) === isRead(key, source));
    expect(wrong).toEqual([]);
  });

  it("lists every environment variable", () => {
    expect(namedInTables(page("environment.md")).sort()).toEqual([...variables].sort());
  });

  it("lists every command of package.json", () => {
    expect(namedInTables(page("commands.md")).sort()).toEqual([...commands].sort());
  });

  it("lists everything that the page keeps in the browser", () => {
    const said = page("privacy.md").codes;
    expect(keptByBrowser().filter((name) => !said.includes(name))).toEqual([]);
  });

  it("lists every tool of the docs MCP server", () => {
    expect(namedInTables(page("mcp.md")).sort()).toEqual(
      Object.keys({ ...docsAsk, ...docsTools }).sort(),
    );
  });

  it("lists every outcome, every cause of a gap", () => {
    expect(namedInTables(page("answers.md")).sort()).toEqual([...AnswerStatus.options].sort());
    expect(namedInTables(page("gaps.md")).sort()).toEqual([...GapCause.options].sort());
  });

  it("lists every address of the server, and every field of a question", () => {
    const routes = namedInTables(page("api.md"));
    const addresses = routes.filter((code) => code.includes("/api/"));
    expect(addresses.sort()).toEqual(routesServed().sort());
    expect(routes.filter((code) => !code.includes("/api/")).sort()).toEqual(
      Object.keys(AskBody.shape).sort(),
    );
  });

  it("names every button of the page, and in bold nothing else", () => {
    const named = new Set(handbook[lang].flatMap((one) => one.controls));
    expect([...named].sort()).toEqual(controlNames(lang).sort());
  });

  it("lists every entry of the built-in denylist", () => {
    const text = pageOf(handbook[lang], "denylist.md").codes;
    const all = (["linux", "darwin", "win32"] as const).flatMap((platform) => {
      const { folders, names, places } = builtInDenylist(platform);
      expect(Math.min(folders.length, names.length, places.length)).toBeGreaterThan(5);
      const paths = folders.flatMap((folder) => [folder.path, ...folder.except]);
      return [...paths, ...names.map((name) => name.replace("*", "")), ...places];
    });
    expect(all.filter((entry) => !text.includes(entry))).toEqual([]);
  });

  it("lists every folder of packages and builds, and the files that tell", () => {
    const listed = pageOf(handbook[lang], "dependencies.md").codes;
    expect(dependencyNames().filter((name) => !listed.includes(name))).toEqual([]);
  });

  it("lists every name that no tool writes", () => {
    const listed = pageOf(handbook[lang], "writing.md").codes;
    const all = [...Object.values(autoRunNames).flat(), ...autoRunPlaces];
    expect(all.filter((name) => !listed.includes(name))).toEqual([]);
  });
});

/** `doc_access.roots[].id` and the like: every key a file may hold, leaves and lists, not the sections themselves. */
function keysOf(schema: unknown, prefix = ""): string[] {
  const node = SchemaNode.parse(schema);
  // An agent's own limits are the keys of `limits` once more and need no rows of their own.
  if (node.properties === undefined || prefix === "agents[].limits") {
    const item = SchemaNode.safeParse(node.items).data;
    return item?.properties === undefined ? [prefix] : [prefix, ...keysOf(item, `${prefix}[]`)];
  }
  return Object.entries(node.properties).flatMap(([key, child]) =>
    keysOf(child, prefix === "" ? key : `${prefix}.${key}`),
  );
}

function enumValuesOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(enumValuesOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "enum" && Array.isArray(value) ? value.map(String) : enumValuesOf(value),
  );
}

function commandOf(script: string): string {
  if (script === "prepack") return "npm pack"; // npm runs it for that
  return script === "start" || script === "test" ? `npm ${script}` : `npm run ${script}`;
}

/** Asks the rules themselves which variables they look at. */
function variablesRead(): string[] {
  const seen = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        if (typeof name === "string") seen.add(name);
        return undefined;
      },
    },
  );
  judgeEnvironment(env, project);
  return [...seen];
}

/** Of the skills that come with the program. */
function ourTaskTypes(): string[] {
  const skills = path.join(project, "skills");
  return readdirSync(skills).flatMap((name) => {
    const file = path.join(skills, name, "docent.yaml");
    return Companion.parse(parse(readFileSync(file, "utf8"))).task_types;
  });
}

/** Names with an underscore, dotted settings and capitals are names of the program; page denylist.md holds file names. */
function looksLikeName(code: string, page: string): boolean {
  if (page === "denylist.md") return /^(?:doc_access|DOCENT)/.test(code) && code !== "doc_access";
  return (
    /^[a-z]+(?:_[a-z0-9]+)+$/.test(code) ||
    /^[a-z_]+(?:\[\])?\.[a-z_]+(?:\.[a-z_]+)*$/.test(
      code.replace(/\.(md|json|mjs|jsonl|db|yaml)$/, ""),
    ) ||
    /^[A-Z][A-Z0-9_]{2,}$/.test(code)
  );
}

/** `GET /api/threads/:id` and the like, from the folders and handlers of the routes. */
function routesServed(): string[] {
  const api = path.join(project, "app", "api");
  return readdirSync(api, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts" && !file.startsWith("[["))
    .flatMap((file) => {
      const handlers =
        /route\(\{([\s\S]*)\}\)/.exec(readFileSync(path.join(api, file), "utf8"))?.[1] ?? "";
      const address = path
        .dirname(file)
        .split(path.sep)
        .join("/")
        .replace(/\[(\w+)\]/g, ":$1");
      return [...handlers.matchAll(/^ {2}(GET|POST|PUT|PATCH|DELETE):/gm)].map(
        ([, method]) => `${method} /api/${address}`,
      );
    });
}

/** An address with its variable parts alike, whatever they are called. */
function shapeOf(address: string): string {
  return address
    .split("/")
    .map((part) => (/^[:{<]/.test(part) ? "*" : part))
    .join("/")
    .replace(/\/$/, "");
}

function markdownIn(place: string): string[] {
  if (place.endsWith(".md")) return [place];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(place, name));
}

function spaced(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
    : JSON.stringify(value);
}

/**
 * Whether the program takes the setting out of its section: `limits.max_turns`, `{ max_turns }`, `config().agents`. What
 * stands in a list is read when the list is. A name with an underscore is a setting's wherever it stands, but not in a
 * comment or as a text.
 */
function isRead(key: string, source: string): boolean {
  const [list] = key.split("[]");
  if (list !== undefined && list !== key) return isRead(list, source);
  const [leaf = "", section = "config"] = key.split(".").reverse();
  if (leaf.includes("_")) {
    const code = source.replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, "");
    return new RegExp(`(?<!["'\`])\\b${leaf}\\b(?!["'\`])`).test(code);
  }
  return new RegExp(`\\b${section}(?:\\(\\))?\\??\\.${leaf}\\b`).test(source);
}

/** The names of the page's cookies and of what it puts into the browser's storage. */
function keptByBrowser(): string[] {
  const source = sourceFiles(path.join(project, "components")).map((file) =>
    readFileSync(file, "utf8"),
  );
  return [...new Set(source.join("\n").match(/(?<=")docent_[a-z_]+(?=")/g))];
}

/** Everything that runs, without the contracts that merely list the names and without the texts for people. */
function programSource(except = "contracts"): string {
  const folders = ["lib", "app", "components", "mcp-servers", "scripts"];
  return folders
    .flatMap((folder) => sourceFiles(path.join(project, folder)))
    .filter(
      (file) =>
        !file.includes(`${path.sep}contracts${path.sep}`) &&
        !file.includes(`${path.sep}${path.normalize(except)}${path.sep}`) &&
        !file.includes(`${path.sep}messages${path.sep}`),
    )
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .map((name) => path.join(folder, name));
}
