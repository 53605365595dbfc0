import { z } from "zod";
import { CapabilityLevel } from "./grants.ts";
import { Role } from "./people.ts";
import { WebSearchBackend, webRootId } from "./web.ts";

/**
 * `global_config.json`. Strict: an unknown key is an error that names it. Every default stands here once; the tracked
 * file repeats them for the reader. Sections are complete: a section in a saved file stands in front of the tracked one.
 */
export const RootConfig = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^/\\\0]+$/, "a root id may not hold a slash, a backslash or NUL"),
  label: z.string().min(1).max(200),
  path: z.string().min(1).max(4096),
  patterns: z.array(z.string().min(1).max(500)).max(50).optional(),
  hidden: z.boolean().optional(),
  /** Folders of packages and builds, such as `node_modules`, are left out unless this is true. */
  include_dependencies: z.boolean().optional(),
  /** Whether a person may apply a patch to its documents; nothing else ever writes there. */
  editable: z.boolean().optional(),
  paused: z.boolean().optional(),
  /** Of people who sign in, only those in one of these may read it; all of them where it is left out. */
  groups: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
});
export type RootConfig = z.infer<typeof RootConfig>;

const Groups = z.array(z.string().min(1).max(200)).max(100).default([]);

/** People who sign in; of no effect unless the environment names who says who they are (`OIDC_ISSUER`, `OIDC_CLIENT_ID`). */
export const AuthConfig = z.strictObject({
  /** Under which address people open the pages; null: that of this machine. The provider sends them back there. */
  public_url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#]|^[^/]*\/\/[^/]*@/.test(url), { params: { rule: "plain_address" } })
    .nullable()
    .default(null),
  /** What the provider is asked for, and under which names it tells groups and names. */
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/))
    .max(20)
    .default(["openid", "profile"]),
  groups_claim: z.string().min(1).max(200).default("groups"),
  name_claim: z.string().min(1).max(200).default("name"),
  /** Which groups have which role; of several the highest counts. */
  roles: z.strictObject({ reader: Groups, editor: Groups, admin: Groups }).prefault({}),
  /** The role of who is in none of these groups; null: they may not come in. */
  others: Role.nullable().default(null),
  session_hours: z.number().int().min(1).max(720).default(12),
  /** How old what the provider said of a person may be before it is asked again, in seconds; 0: at each request. */
  recheck_seconds: z.number().int().min(0).max(86_400).default(300),
  /** For how long people stay in while the provider does not answer. */
  grace_minutes: z.number().int().min(0).max(1440).default(60),
  /** Whether who signs out of Docent signs out at the provider as well, where it can be told so. */
  sign_out_at_provider: z.boolean().default(true),
  /** The longest that a token of a person may be good for. */
  token_days: z.number().int().min(1).max(366).default(90),
});
export type AuthConfig = z.infer<typeof AuthConfig>;

/** A `..` would make an entry that denies nothing. */
const DenyEntry = z
  .string()
  .min(1)
  .max(4096)
  .refine((entry) => !entry.split(/[\\/]/).includes(".."), { params: { rule: "deny_climbs" } });

export const DocAccess = z.strictObject({
  roots: z.array(RootConfig).max(200).default([]),
  allow_outside_project: z.boolean().default(true),
  deny: z.array(DenyEntry).max(1000).default([]),
  doc_file_patterns: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(50)
    .default(["**/*.md", "**/*.markdown", "**/*.mdx"]),
  max_file_bytes: z.number().int().min(1).max(1_073_741_824).default(8_388_608),
  max_files: z.number().int().min(1).max(10_000_000).default(200_000),
  search_timeout_ms: z.number().int().min(10).max(600_000).default(3000),
});
export type DocAccess = z.infer<typeof DocAccess>;

/** Where a model answers: nothing but an address, and in particular no name and password in it. */
const ModelUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]|^[^/]*\/\/[^/]*@/.test(url), { params: { rule: "plain_address" } });

/** In the currency of the reader's choice, for a million tokens. */
const Price = z.number().min(0).max(100_000);

export const EmbeddingProviderId = z.enum(["compatible", "openai", "google", "onnx"]);
export type EmbeddingProviderId = z.infer<typeof EmbeddingProviderId>;

/** A model that turns passages and questions into vectors; off without a provider. */
export const EmbeddingConfig = z.strictObject({
  provider: EmbeddingProviderId.nullable().default(null),
  /** As the provider writes it; of `onnx` the path of the folder that the model is in. */
  name: z.string().max(200).nullable().default(null),
  /** Null: where the provider itself answers. */
  base_url: ModelUrl.nullable().default(null),
  /** How many numbers a vector has; null: as many as the model gives. */
  dimensions: z.number().int().min(2).max(4096).nullable().default(null),
  /** Words that some models expect in front of a question and of a passage: `query: ` and `passage: `. */
  query_prefix: z.string().max(500).default(""),
  passage_prefix: z.string().max(500).default(""),
  /** For a million tokens; null: no cost is shown. */
  price: Price.nullable().default(null),
});
export type EmbeddingConfig = z.infer<typeof EmbeddingConfig>;

export const Retrieval = z.strictObject({
  ranker: z.enum(["explainable", "basic"]).default("explainable"),
  /** Whether words that mean nearly the same count for each other, by the table of word meanings. */
  meaning: z.boolean().default(true),
  max_citations: z.number().int().min(1).max(50).default(8),
  max_snippet_chars: z.number().int().min(40).max(20_000).default(700),
  /** Who chooses what is searched for where a model answers; without one it is always `direct`. */
  strategy: z.enum(["direct", "agentic"]).default("direct"),
  embedding: EmbeddingConfig.prefault({}),
});

export const AnswerConfig = z.strictObject({
  mode: z.enum(["quote", "model"]).default("quote"),
  policy: z.enum(["require_citations", "suggest_citations"]).default("require_citations"),
  via: z.enum(["sub_agent", "direct"]).default("sub_agent"),
  /** `strict`: of what a model writes only what says nearly what its lines say is shown; the rest is withheld. */
  gate: z.enum(["standard", "strict"]).default("standard"),
  /** A second call asks the model of each sentence in its own words whether its lines say it; it may only put them in doubt. */
  second_look: z.boolean().default(false),
  /** Who completes and splits a question, and puts it into the other language of the folders, where a model answers. */
  planner: z.enum(["model", "rules"]).default("model"),
});

export const ModelProviderId = z.enum(["anthropic", "openai", "google", "compatible"]);
export type ModelProviderId = z.infer<typeof ModelProviderId>;

export const ModelConfig = z.strictObject({
  provider: ModelProviderId.nullable().default(null),
  name: z.string().max(200).nullable().default(null),
  /** Further ones behind the same address, each to be had for one question. What is set here holds for them too, the prices apart. */
  models: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  /** Null: where the provider itself answers. */
  base_url: ModelUrl.nullable().default(null),
  tool_protocol: z.enum(["native", "json"]).default("native"),
  /** The longest reply that is asked for, and how much the model can read and write in one turn at all. */
  max_output_tokens: z.number().int().min(1).max(1_000_000).default(8192),
  context_tokens: z.number().int().min(1024).max(100_000_000).default(32_768),
  /** Whether it is handed pictures that a question asks for; null: as the models of the provider can, a compatible one not. */
  reads_pictures: z.boolean().nullable().default(null),
  /** How long a model may be silent, before its first word as well, and how long one reply may take. */
  idle_timeout_ms: z.number().int().min(100).max(3_600_000).default(30_000),
  total_timeout_ms: z.number().int().min(100).max(3_600_000).default(120_000),
  /** Null: no cost is shown. `cached_input` is what is read again; the price of `input` where it is not given. */
  prices: z
    .strictObject({ input: Price, cached_input: Price.optional(), output: Price })
    .nullable()
    .default(null),
});
export type ModelConfig = z.infer<typeof ModelConfig>;

export const Limits = z.strictObject({
  max_turns: z.number().int().min(1).max(100).default(12),
  max_wall_time_ms: z.number().int().min(100).max(3_600_000).default(120_000),
  max_tokens: z.number().int().min(1).max(100_000_000).default(200_000),
  max_depth: z.number().int().min(0).max(5).default(1),
});

/** `auto` is `wasm`; one that is named is used or nothing is, never a weaker one. */
export const SandboxConfig = z.strictObject({
  backend: z.enum(["auto", "wasm", "wall", "gvisor"]).default("auto"),
  timeout_ms: z.number().int().min(100).max(600_000).default(30_000),
  memory_mb: z.number().int().min(16).max(8192).default(512),
});

/** A host, or `*.` and a name for all below it. An address or a port would be an entry that matches nothing. */
const HostEntry = z
  .string()
  .min(1)
  .max(253)
  .refine((entry) => /^(?:\*\.)?[^\s/:@?#*[\]]+$|^\[[\da-f:.]+\]$/i.test(entry), {
    params: { rule: "host_entry" },
  });

export const WebConfig = z.strictObject({
  /** Null: what `WEB_SEARCH_BACKEND` says, else `stub`. */
  search_backend: WebSearchBackend.nullable().default(null),
  max_bytes: z.number().int().min(1024).max(104_857_600).default(5_242_880),
  timeout_ms: z.number().int().min(100).max(600_000).default(15_000),
  /** Of saved pages together, with their earlier versions; the oldest that no stored answer cites give way. */
  max_saved_pages: z.number().int().min(1).max(20_000).default(2000),
  max_saved_bytes: z.number().int().min(1_048_576).max(1_099_511_627_776).default(250_000_000),
  /** Hosts that nobody is asked about; no rule on addresses, schemes and ports is lifted by it. */
  allow_hosts: z.array(HostEntry).max(1000).default([]),
  /** With every name below them. */
  deny_hosts: z.array(HostEntry).max(1000).default([]),
});

export type WebConfig = z.infer<typeof WebConfig>;

/** `enabled`: facts are used and questions are found again by meaning. `recall`: a like question of before is offered beside an answer. */
export const MemoryConfig = z.strictObject({
  enabled: z.boolean().default(true),
  recall: z.boolean().default(true),
});

/** How long and how much is kept of what was recorded, and of what tasks made; what ends first takes the whole task with it. */
export const Retention = z.strictObject({
  traces_days: z.number().int().min(1).max(36_500).default(90),
  audit_days: z.number().int().min(1).max(36_500).default(730),
  artifacts_days: z.number().int().min(1).max(36_500).default(90),
  max_bytes: z.number().int().min(1_048_576).max(1_125_899_906_842_624).default(5_368_709_120),
});

export const AgentConfig = z.strictObject({
  id: z.string().regex(/^[a-z0-9_]+$/),
  kind: z.enum(["primary", "retrieval", "call", "full"]),
  /** Of a sub-agent: what it is good for, in the words by which another agent's model learns of it. */
  description: z.string().max(2000).default(""),
  persona: z.string().default(""),
  /** Tool ids. An agent of the program's own has those of its task besides; any other has none but these. */
  tools: z.array(z.string()).default([]),
  permission: CapabilityLevel.default("L0"),
  limits: Limits.partial().default({}),
});

/** What a person holds a tool of a foreign server to be, once they have seen the definition with this hash. */
export const McpToolSetting = z.strictObject({
  definition_hash: z.string().regex(/^[0-9a-f]{64}$/),
  level: z.enum(["L0", "L1", "L2"]).default("L2"),
  risk: z.enum(["safe", "guarded", "unsafe"]).default("guarded"),
});
export type McpToolSetting = z.infer<typeof McpToolSetting>;

export const McpServerConfig = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9_]+$/, "a server name is made of a-z, 0-9 and _"),
    cmd: z.array(z.string().min(1)).min(1).optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    cwd: z.string().optional(),
    env_from: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of a variable"))
      .optional(),
    enabled: z.boolean().default(true),
    /** Its start waits for a person's approval. Every save over HTTP sets it where it adds or changes the server. */
    ask: z.boolean().default(false),
    timeout_ms: z.number().int().min(100).max(3_600_000).default(10_000),
    tools: z.record(z.string(), McpToolSetting).default({}),
  })
  .refine((s) => (s.cmd === undefined) !== (s.url === undefined), {
    message: "an MCP server has either cmd or url",
    params: { rule: "cmd_or_url" },
  });

export const Config = z
  .strictObject({
    doc_access: DocAccess.prefault({}),
    retrieval: Retrieval.prefault({}),
    answer: AnswerConfig.prefault({}),
    model: ModelConfig.prefault({}),
    agents: z.array(AgentConfig).default([]),
    tools: z
      .strictObject({
        preferred_provider_order: z.array(z.string()).default(["builtin", "mcp", "stub"]),
        /** Tool ids that are switched off for everybody; what the others may do is their agents' permission. */
        disabled: z.array(z.string()).default([]),
        workspace_root: z.string().nullable().default(null),
        /** The one tool that is off until it is switched on here and then allowed by a person. */
        bash: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
      })
      .prefault({}),
    mcp_servers: z.array(McpServerConfig).default([]),
    skills: z.strictObject({ disabled: z.array(z.string()).default([]) }).prefault({}),
    sandbox: SandboxConfig.prefault({}),
    web: WebConfig.prefault({}),
    memory: MemoryConfig.prefault({}),
    limits: Limits.prefault({}),
    retention: Retention.prefault({}),
    auth: AuthConfig.prefault({}),
  })
  .superRefine((config, ctx) => {
    const ids = new Map<string, number>();
    config.doc_access.roots.forEach((root, i) => {
      const earlier = ids.get(root.id);
      if (earlier !== undefined) {
        ctx.addIssue({
          code: "custom",
          path: ["doc_access", "roots", i, "id"],
          message: `the id "${root.id}" is already used by root ${earlier + 1}`,
          params: { rule: "root_id_taken", id: root.id, other: earlier + 1 },
        });
      }
      ids.set(root.id, i);
      if (root.id === webRootId) {
        ctx.addIssue({
          code: "custom",
          path: ["doc_access", "roots", i, "id"],
          message: `the id "${root.id}" is that of the saved pages of the web`,
          params: { rule: "root_id_reserved", id: root.id },
        });
      }
    });
    const agents = new Set(["person", "preview"]); // the page's own, which no setting changes
    config.agents.forEach(({ id }, i) => {
      if (agents.has(id)) {
        ctx.addIssue({
          code: "custom",
          path: ["agents", i, "id"],
          message: `the id "${id}" is taken`,
          params: { rule: "agent_id_taken", id },
        });
      }
      agents.add(id);
    });
    const names = new Set(["docs"]); // our own server's
    config.mcp_servers.forEach(({ name }, i) => {
      if (names.has(name)) {
        ctx.addIssue({
          code: "custom",
          path: ["mcp_servers", i, "name"],
          message: `the name "${name}" is taken`,
          params: { rule: "server_name_taken", name },
        });
      }
      names.add(name);
    });
  });
export type Config = z.infer<typeof Config>;
export type ConfigSection = keyof Config;
