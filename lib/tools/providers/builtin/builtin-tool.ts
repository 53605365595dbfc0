import nodePath from "node:path";
import { z } from "zod";
import type { ToolRoots, ToolVerdict } from "#lib/access/tool-roots";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import type { ToolInfo } from "#lib/contracts/tools";
import type { CommandSandbox } from "../../command-sandbox.ts";
import type { Commands } from "../../commands.ts";
import type { ProviderCall, ProviderResult, Touches } from "../../provider.ts";

/**
 * One tool of the program's own: what it takes, what it may do, and the work. It gives its product as plain `text`, what
 * is to be said beside it as `stderr`, and the same as data in `structured`; a refusal is thrown as AppError with its rule.
 */
export type BuiltinTool = Rights & {
  name: string;
  title: string;
  /** For a model: what it does, in which units, and what it leaves out. */
  description: string;
  input_schema: Record<string, unknown>;
  output_schema?: Record<string, unknown>;
  touches?(args: Record<string, unknown>, room: ToolRoom): Touches;
  run(
    args: Record<string, unknown>,
    call: BuiltinCall,
    room: ToolRoom,
  ): Promise<ProviderResult & { structured: object }>;
};

/** What is said beside a result is said in the language of whoever reads it. */
export type BuiltinCall = ProviderCall & { lang: Lang };

type Rights = Pick<
  ToolInfo,
  "capability_level" | "risk" | "side_effects" | "requires_confirm" | "timeout_ms"
>;

/** What every tool works with. */
export type ToolRoom = {
  roots: ToolRoots;
  commands: Commands;
  /** The program's own state folder, which no tool reaches. */
  home: string;
  /** The longest that any call may take. */
  timeout_ms: number;
  shell: Shell;
};

/** What `bash` needs beside that. */
export type Shell = {
  sandbox: CommandSandbox;
  /** Commands that are refused beside the built-in ones. */
  denied: readonly string[];
  /** Folders that no command sees, wherever they lie. */
  hidden: () => readonly string[];
};

/** Reads, and asks nobody. */
export const reads: Rights = {
  capability_level: "L0",
  risk: "safe",
  side_effects: "none",
  requires_confirm: false,
  timeout_ms: 30_000,
};

/** Writes files, and asks first. */
export const writes: Rights = {
  capability_level: "L1",
  risk: "guarded",
  side_effects: "declared",
  requires_confirm: true,
  timeout_ms: 30_000,
};

/** A tool as its file writes it: its arguments are typed by its schema, whose defaults are filled in. */
export function builtinTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Rights & {
    name: string;
    title: string;
    description: string;
    input: Input;
    output?: Output;
    touches?(args: z.output<Input>, room: ToolRoom): Touches;
    run(
      args: z.output<Input>,
      call: BuiltinCall,
      room: ToolRoom,
    ): Promise<ProviderResult & { structured: z.output<Output> }>;
  },
): BuiltinTool {
  const { input, output, touches, run, ...rest } = tool;
  const parse = (args: unknown): z.output<Input> => {
    const parsed = input.safeParse(args);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "they";
    throw new AppError(
      "validation",
      `The arguments of ${tool.name} do not fit: ${where}: ${issue?.message ?? "are not accepted"}.`,
    );
  };
  return {
    ...rest,
    input_schema: schemaOf(input, "input"),
    ...(output === undefined ? {} : { output_schema: schemaOf(output, "output") }),
    ...(touches === undefined
      ? {}
      : { touches: (args: Record<string, unknown>, room: ToolRoom) => touches(parse(args), room) }),
    run: (args, call, room) => run(parse(args), call, room),
  };
}

function schemaOf(schema: z.ZodObject, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io });
  return plain;
}

/** What was judged; throws the refusal. */
export function allowed(verdict: ToolVerdict): Extract<ToolVerdict, { kind: "allowed" }> {
  if (verdict.kind === "allowed") return verdict;
  const { rule, message, setting } = verdict;
  throw new AppError(rule, message, setting === undefined ? {} : { setting });
}

/** What a call on a path touches: its folder. Throws the refusal, so that nobody is asked about a call that cannot run. */
export function touchesPath(verdict: ToolVerdict, args: Record<string, unknown>): Touches {
  const shows = { kind: "call" as const, arguments: args };
  const { is, real_path } = allowed(verdict);
  const folder = is === "folder" ? real_path : nodePath.dirname(real_path);
  return { resource: { kind: "folder", path: folder }, cwd: null, shows };
}
