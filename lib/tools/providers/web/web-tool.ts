import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import type { WebConfig } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { NetworkLog } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import type { ToolCallContext } from "#lib/contracts/tools";
import type { WebSearchBackend } from "#lib/contracts/web";
import type { ProviderCall, ProviderResult, Touches } from "../../provider.ts";
import type { FetchPage } from "./fetch-page.ts";
import type { FoundUrls } from "./found-urls.ts";
import type { HtmlReader } from "./html-reader.ts";
import type { KeptFetches } from "./kept-fetches.ts";
import type { SavedPages } from "./saved-pages.ts";
import type { SearchSetup } from "./search/backend.ts";

/** What every tool of the web works with. */
export type WebRoom = {
  settings: () => WebConfig;
  search: SearchSetup & { backend: () => WebSearchBackend };
  pages: FetchPage;
  kept: KeptFetches;
  saved: SavedPages;
  found: FoundUrls;
  reader: HtmlReader;
  network: NetworkLog;
  clock: Clock;
};

/** What a call comes with beside its arguments. */
export type WebCall = Pick<ProviderCall, "signal" | "timeout_ms"> & {
  by: ToolCallContext;
  lang: Lang;
  permits: NonNullable<ProviderCall["permits"]>;
};

/** What a tool hands back; or the address on another host that it was redirected to, which may not be reached so. */
export type WebOutcome =
  | { kind: "done"; result: ProviderResult & { structured: object } }
  | { kind: "elsewhere"; url: string };

/** One tool of the web. A refusal is thrown as AppError with its rule. */
export type WebTool = {
  name: string;
  title: string;
  /** For a model: what it does, in which units, and what it leaves out. */
  description: string;
  input_schema: Record<string, unknown>;
  output_schema: Record<string, unknown>;
  touches(args: Record<string, unknown>, room: WebRoom, by: ToolCallContext | undefined): Touches;
  run(args: Record<string, unknown>, call: WebCall, room: WebRoom): Promise<WebOutcome>;
};

/** A tool as its file writes it: its arguments are typed by its schema. */
export function webTool<Input extends z.ZodType<object>, Output extends z.ZodObject>(tool: {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  touches(args: z.output<Input>, room: WebRoom, by: ToolCallContext | undefined): Touches;
  run(args: z.output<Input>, call: WebCall, room: WebRoom): Promise<WebOutcome>;
}): WebTool {
  const { input, output, touches, run, ...rest } = tool;
  const parse = (args: unknown): z.output<Input> => {
    const parsed = input.safeParse(args);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "they";
    const what = issue?.message ?? "are not accepted";
    throw new AppError(
      "validation",
      `The arguments of ${tool.name} do not fit: ${where}: ${what}.`,
    );
  };
  return {
    ...rest,
    input_schema: schemaOf(input, "input"),
    output_schema: schemaOf(output, "output"),
    touches: (args, room, by) => touches(parse(args), room, by),
    run: (args, call, room) => run(parse(args), call, room),
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io });
  return plain;
}
