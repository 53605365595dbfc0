import { z } from "zod";

/** `shell` exists only where a wall of the machine stands around it. */
export const SandboxLanguage = z.enum(["javascript", "python", "shell"]);
export type SandboxLanguage = z.infer<typeof SandboxLanguage>;

export const SandboxBackendId = z.enum(["wasm", "wall", "gvisor"]);
export type SandboxBackendId = z.infer<typeof SandboxBackendId>;

/** What stands around the code beside the engine that runs it; with `none`, the engine's own process alone. */
export const SandboxAround = z.enum(["bubblewrap", "gVisor", "none"]);
export type SandboxAround = z.infer<typeof SandboxAround>;

/** A file that is handed in: as text, or as bytes in base64. */
export const SandboxFile = z
  .strictObject({
    name: z.string().min(1).max(255),
    text: z.string().optional(),
    base64: z.base64().optional(),
  })
  .refine((file) => (file.text === undefined) !== (file.base64 === undefined), {
    message: "a file has either text or base64",
  });
export type SandboxFile = z.infer<typeof SandboxFile>;

/** What is handed in together may be no more than this; a request over HTTP is bounded by its own limit besides. */
export const SANDBOX_INPUT_BYTES = 8 * 1024 * 1024;

/** Arguments of `sandbox.exec`. */
export const SandboxArguments = z.strictObject({
  language: SandboxLanguage,
  code: z.string().min(1).max(1_000_000),
  files: z.array(SandboxFile).max(200).optional(),
  args: z.array(z.string().max(10_000)).max(100).optional(),
  stdin: z.string().max(1_000_000).optional(),
  timeout_ms: z.number().int().min(100).max(600_000).optional(),
  memory_mb: z.number().int().min(16).max(8192).optional(),
  /**
   * Ids of tools that the code may call as `await tools.<name>({...})`: JavaScript on `wasm` alone, tools that read and ask
   * nobody, and of those only what whoever calls may call itself. None where none is named.
   */
  host_tools: z.array(z.string().min(1).max(128)).max(20).optional(),
});
export type SandboxArguments = z.infer<typeof SandboxArguments>;

/** How a run came to its end: by itself, or by the limit that it met. */
export const SandboxEnd = z.enum([
  "exit",
  "timeout",
  "processor",
  "memory",
  "output",
  "files",
  "processes",
  "cancelled",
]);
export type SandboxEnd = z.infer<typeof SandboxEnd>;

/** What a run may use at most, as it was shown to whoever allowed it. */
export const SandboxRunLimits = z.object({
  timeout_ms: z.number().int(),
  cpu_ms: z.number().int(),
  memory_mb: z.number().int(),
  output_bytes: z.number().int(),
  files: z.number().int(),
  file_bytes: z.number().int(),
  total_bytes: z.number().int(),
  processes: z.number().int(),
});
export type SandboxRunLimits = z.infer<typeof SandboxRunLimits>;

/** A file that a run left: what stands in the result of the call. */
export const SandboxArtifact = z.object({
  name: z.string(),
  /** Told by its bytes; of plain text alone the ending of its name says which kind it is. */
  media_type: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string(),
});
export type SandboxArtifact = z.infer<typeof SandboxArtifact>;

/**
 * The structured result of `sandbox.exec`. The call is `ok` whenever the code was run, however it ended: `ended` and
 * `exit_code` tell. The bytes of a file are at `GET /api/sandbox/runs/<invocation_id>/<sha256>` as long as they are kept.
 */
export const SandboxOutput = z.object({
  language: SandboxLanguage,
  backend: SandboxBackendId,
  ended: SandboxEnd,
  /** Null where the code did not end by itself. */
  exit_code: z.number().int().nullable(),
  /** Of a run that met a limit or ended with another exit code than 0: what happened, in one sentence. */
  said: z.string().optional(),
  artifacts: z.array(SandboxArtifact),
  /** What it left that is not handed over, with the rule. */
  left_out: z.array(z.object({ name: z.string(), rule: z.string() })),
  /** Bytes of output that were not kept. */
  output_left_out: z.number().int().min(0),
  host_calls: z.number().int().min(0),
  limits: SandboxRunLimits,
  wall_ms: z.number(),
  cpu_ms: z.number().nullable(),
});
export type SandboxOutput = z.infer<typeof SandboxOutput>;

/** Of a call's structured result, what a page needs to show its files. */
export const runCodeResult = SandboxOutput.pick({ artifacts: true });

/** The file `result.json` of the task `run_code_snippet`: without times, so that two runs that did the same have the same. */
export const SnippetResult = SandboxOutput.pick({
  language: true,
  backend: true,
  ended: true,
  exit_code: true,
  said: true,
  host_calls: true,
  left_out: true,
  output_left_out: true,
}).extend({
  stdout: z.object({ bytes: z.number().int().min(0), sha256: z.string() }),
  stderr: z.object({ bytes: z.number().int().min(0), sha256: z.string() }),
  /** `kept_as`: the name of the task's file. */
  files: z.array(SandboxArtifact.extend({ kept_as: z.string() })),
});
export type SnippetResult = z.infer<typeof SnippetResult>;

/** What is kept of one run until it is collected: its whole outputs, with secrets masked, and how it ended. */
export const SandboxRunRecord = z.object({
  invocation_id: z.string(),
  at: z.string(),
  stdout: z.object({ bytes: z.number().int().min(0), sha256: z.string() }),
  stderr: z.object({ bytes: z.number().int().min(0), sha256: z.string() }),
  outcome: SandboxOutput,
});
export type SandboxRunRecord = z.infer<typeof SandboxRunRecord>;

/** `GET /api/sandbox`: which backends can be had on this machine, which one each language runs on, and the limits. */
export const SandboxReport = z.object({
  configured: z.enum(["auto", "wasm", "wall", "gvisor"]),
  backends: z.array(
    z.object({
      id: SandboxBackendId,
      languages: z.array(SandboxLanguage),
      /** `ready` where at least one language is proven. */
      state: z.enum(["ready", "none"]),
      /** Of one that cannot be had: why. */
      message: z.string().optional(),
      /** Of one that is ready: by which program each proven language is run, and what stands `around` it. */
      detail: z.record(z.string(), z.string()),
      /** Languages of which a program was run here and could reach nothing outside. */
      proven: z.array(SandboxLanguage),
      /** Why each of the others cannot be run. */
      missing: z.array(z.object({ language: SandboxLanguage, message: z.string() })),
    }),
  ),
  languages: z.array(
    z.object({
      language: SandboxLanguage,
      /** On which it is proven; absent where it cannot be run. */
      backend: SandboxBackendId.optional(),
      message: z.string().optional(),
    }),
  ),
  limits: SandboxRunLimits,
  /** Tools that code may be let call, and the name that each has in it. */
  host_tools: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SandboxReport = z.infer<typeof SandboxReport>;

export const SandboxFileQuery = z.strictObject({
  thread: z.string().min(1).max(200).optional(),
});
