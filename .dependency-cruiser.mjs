/**
 * Who may import whom. Documents are reachable only through a tool call over MCP: this file makes that a fact the
 * check sees. A room is a folder of `lib/`; its top-level files are its front, its subfolders are private.
 *
 * To add a room: one line in `rooms`.
 */
const rooms = {
  contracts: [],
  platform: ["contracts"],
  access: ["contracts", "platform"],
  markdown: ["contracts", "platform"],
  language: ["contracts", "platform"],
  meaning: ["contracts", "platform", "language"],
  search: ["contracts", "platform", "access", "markdown", "language", "meaning"],
  answering: ["contracts", "platform", "markdown", "language", "meaning"],
  entailment: ["contracts", "platform", "markdown", "language", "meaning"],
  citations: ["contracts", "platform", "markdown", "entailment"],
  models: ["contracts", "platform"],
  skills: ["contracts", "platform"],
  store: ["contracts", "platform"],
  tools: ["contracts", "platform", "access", "skills"],
  agents: [
    "contracts",
    "platform",
    "markdown",
    "language",
    "answering",
    "entailment",
    "citations",
    "models",
    "tools",
    "skills",
  ],
  tasks: [
    "contracts",
    "platform",
    "markdown",
    "language",
    "entailment",
    "tools",
    "skills",
    "agents",
  ],
  memory: ["contracts", "platform", "language", "meaning"],
  activity: ["contracts", "platform", "citations"],
};

const own = "^(lib|app|components|mcp-servers|skills|scripts|bench|training|tests|fixtures)/";
const front = (names) => names.map((name) => `^lib/${name}/`);

/** Everything of ours that is not named is forbidden; packages and Node's own modules are judged elsewhere. */
const mayImport = (name, from, allowed) => ({
  name,
  comment: `${from} may import only ${allowed.join(", ") || "nothing of ours"}`,
  severity: "error",
  from: { path: from },
  to: { path: own, pathNot: [from, ...allowed] },
});

const roomRules = Object.entries(rooms).map(([room, allowed]) =>
  mayImport(`room-${room}`, `^lib/${room}/`, front(allowed)),
);

export default {
  forbidden: [
    ...roomRules,
    {
      name: "room-known",
      comment: "every folder of lib/ is a room of this table",
      severity: "error",
      from: { path: "^lib/[^/]+/", pathNot: [...front(Object.keys(rooms)), "^lib/assembly/"] },
      to: {},
    },
    mayImport(
      "assembly",
      "^lib/assembly([.]ts$|/)",
      front(Object.keys(rooms).filter((room) => room !== "search")),
    ),
    mayImport("app", "^app/", ["^lib/assembly[.]ts$", "^lib/contracts/", "^components/"]),
    {
      name: "app-without-the-program",
      comment:
        "routes and pages are bundled apart: each would load the whole program anew (app/api/_server/held-assembly.ts)",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^lib/assembly[.]ts$", dependencyTypesNot: ["type-only"] },
    },
    // Documents are read for the eye in one way, on the page as in the worker.
    mayImport("components", "^components/", [
      "^lib/contracts/",
      "^lib/markdown/(html-tags|shortcodes)[.]ts$",
    ]),
    mayImport("training-sets", "^training/sets/", front(["contracts", "platform"])),
    mayImport("training-meaning", "^training/meaning/", [
      "^training/sets/",
      ...front(["contracts", "platform", "language"]),
    ]),
    // What is fitted is fitted on what the program itself reads and chooses.
    mayImport("training-answers", "^training/answers/", ["^lib/"]),
    mayImport("training-memory", "^training/memory/", [
      "^tests/store/sample-answer[.]ts$",
      ...front(["contracts", "platform", "language", "meaning", "memory", "models", "store"]),
    ]),
    mayImport("mcp-servers", "^mcp-servers/", [
      ...front(["contracts", "platform", "access", "search"]),
      "^scripts/bootstrap/(docs-server|project)[.]mjs$", // where it was built, and where what Node compiles is kept
    ]),
    {
      name: "outside-by-persons-alone",
      comment: "only the routes a person calls look outside the roots: no tool, agent or server",
      severity: "error",
      from: { path: own, pathNot: ["^lib/assembly/", "^tests/"] },
      to: { path: "^lib/access/(survey-folder|complete-folder)[.]ts$" },
    },
    {
      name: "patches-by-persons-alone",
      comment:
        "documents are changed by the act of a person: no tool, agent, task or server does it",
      severity: "error",
      from: {
        path: own,
        pathNot: ["^lib/assembly([.]ts$|/)", "^lib/access/apply-patch[.]ts$", "^tests/"],
      },
      to: { path: "^lib/access/(apply-patch|patch-journal)[.]ts$" },
    },
    {
      name: "one-server-one-folder",
      comment: "an MCP server imports nothing from another one",
      severity: "error",
      from: { path: "^mcp-servers/([^/]+)/" },
      to: { path: "^mcp-servers/", pathNot: "^mcp-servers/$1/" },
    },
    {
      name: "private-subfolder",
      comment:
        "a room's subfolders are private: import from its top-level files; what measures looks inside",
      severity: "error",
      from: { path: "^(lib/[^/]+|app|components|mcp-servers|scripts)(?:/|$)" },
      // The catalogues of sentences are a public part of the contracts.
      to: { path: "^lib/[^/]+/[^/]+/", pathNot: ["^$1/", "^lib/contracts/messages/"] },
    },
    {
      name: "contracts-zod-only",
      comment: "contracts are safe in a browser and need zod alone",
      severity: "error",
      from: { path: "^lib/contracts/" },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "lib-without-framework",
      comment: "lib/ is free of Next and React, so that servers and scripts run it as it is",
      severity: "error",
      from: { path: "^(lib|mcp-servers)/" },
      to: { path: "node_modules/(next|react|react-dom|next-intl|@ai-sdk/react)/" },
    },
    {
      name: "no-development-package",
      comment: "what runs may not need a development package",
      severity: "error",
      from: { path: "^(lib|app|components|mcp-servers)/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "@types/" },
    },
    {
      name: "no-tests",
      comment: "nothing that runs imports tests or fixtures; what measures may",
      severity: "error",
      from: { pathNot: "^(tests|fixtures|bench|scripts/soak|training/memory)/" },
      to: { path: "^(tests|fixtures)/" },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      // Next writes these types when it runs.
      to: { couldNotResolve: true, pathNot: "[.]next/" },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API; swc reads the same syntax, type imports included.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^([.]next|[.]runtime|node_modules/.*/node_modules)/" },
    moduleSystems: ["es6", "cjs"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"],
    },
  },
};
