import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { ConnectionNotice, type NetworkLog } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import type { OrphanWatch } from "../../orphan-watch.ts";
import { sleep } from "../../wait.ts";
import { type Definitions, definitionReader } from "./definitions.ts";
import { createHttpTransport } from "./http-transport.ts";
import { createStdioTransport } from "./stdio-transport.ts";
import { visibleText } from "./visible-text.ts";

/**
 * One running MCP server, greeted and its tools listed: a child process on stdio or an address. Knows nothing of restarts
 * or time-outs of calls; `session.ts` does. Garbage from the server is counted in the log and otherwise ignored.
 */
export type McpConnection = {
  client: Client;
  /** Of a child. */
  pid?: number;
  definitions(): Definitions;
  /** What the server says of itself, cut and made visible. For a person's eyes; never an agent's own words. */
  instructions?: string;
  /** Ends it politely: a child's stdin closes, then SIGTERM, then SIGKILL; a session over HTTP is given back. */
  close(): Promise<void>;
  /** Ends it at once, with everybody a child has started. */
  kill(): void;
};

export type McpTarget =
  | {
      kind: "stdio";
      command: readonly string[];
      cwd: string;
      /** Beside PATH, HOME and the other variables of a login. */
      env: Record<string, string>;
      watch?: OrphanWatch;
      /** How long it may take to end by itself, and again once it was asked to. */
      polite_ms?: number;
    }
  /** `fetch`: how its requests leave. */
  | { kind: "http"; url: string; fetch?: typeof globalThis.fetch };

export type ConnectOptions = {
  name: string;
  target: McpTarget;
  log: Logger;
  clock: Clock;
  signal: AbortSignal;
  start_timeout_ms: number;
  /** Told of each connection that the server opens, where it is our own; nobody else's word is taken for it. */
  network?: NetworkLog;
  /** Called once when the child is gone, for whatever reason, `close` included. */
  onLost: () => void;
};

const maxInstructions = 4000;
const maxPages = 100;
/** However often a server says that its tools have changed, they are listed no more often than this. */
const relistMs = 1000;
const terminateMs = 1000;

export async function connectMcp(options: ConnectOptions): Promise<McpConnection> {
  const { name, log, start_timeout_ms: timeout } = options;
  const ended = new AbortController();
  const transport = transportTo(options);
  const client = new Client({ name: "docent", version: "0.1.0" }, { capabilities: {} });
  client.onerror = countErrors(name, log);

  const abandon = async () => {
    ended.abort();
    client.onclose = () => {};
    transport.kill();
    await client.close().catch(() => {}); // the failure to start is what counts
  };
  let definitions: Definitions;
  try {
    await client.connect(transport.transport, { signal: options.signal, timeout });
    client.onclose = () => {
      ended.abort();
      options.onLost();
    };
    definitions = await listEvery(client, timeout, options.signal);
    if (ended.signal.aborted) throw new Error("it ended while it was greeted");
  } catch (error) {
    await abandon();
    throw error;
  }

  let changed = false;
  let relisting = false;
  const relist = async () => {
    while (changed) {
      changed = false;
      definitions = await listEvery(client, timeout, ended.signal);
      log.info({ server: name, tools: definitions.tools.length }, "mcp tools listed again");
      await sleep(relistMs, ended.signal);
    }
  };
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    changed = true;
    if (relisting) return;
    relisting = true;
    try {
      await relist();
    } catch (error) {
      if (ended.signal.aborted) return;
      log.warn({ server: name, error: classOf(error) }, "tools could not be listed again");
    } finally {
      relisting = false;
    }
  });

  const { network } = options;
  if (network !== undefined)
    client.setNotificationHandler(ConnectionNotice, ({ params }) => {
      network.connection(params);
    });

  const said = client.getInstructions()?.trim();
  const pid = transport.pid();
  return {
    client,
    ...(pid === undefined ? {} : { pid }),
    definitions: () => definitions,
    ...(said ? { instructions: visibleText(said, maxInstructions) } : {}),
    close: async () => {
      await transport.release();
      await client.close();
    },
    kill: transport.kill,
  };
}

type Held = {
  transport: Transport;
  pid(): number | undefined;
  release(): Promise<void>;
  kill(): void;
};

function transportTo({ name, target, log, clock }: ConnectOptions): Held {
  if (target.kind === "stdio") {
    const transport = createStdioTransport({ ...target, name, log, clock });
    const { kill } = transport;
    return { transport, pid: () => transport.pid, release: async () => {}, kill };
  }
  const transport = createHttpTransport(target.url, clock, target.fetch);
  return {
    // Its optional members are typed as possibly undefined, which the SDK's own interface forbids under our strictness.
    transport: transport as Transport,
    pid: () => undefined,
    release: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, terminateMs).unref());
      await Promise.race([transport.terminateSession().catch(() => {}), late]);
    },
    kill: () => void transport.close(),
  };
}

const ToolsPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Every page of `tools/list`, in the time of one request; a server that never stops paging is cut. */
async function listEvery(
  client: Client,
  timeout: number,
  signal: AbortSignal,
): Promise<Definitions> {
  const definitions = definitionReader();
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const request = { method: "tools/list", params };
    const result = await client.request(request, ToolsPage, { timeout, signal: inTime });
    definitions.add(result.tools);
    cursor = result.nextCursor;
    if (cursor === undefined) break;
  }
  return definitions.read();
}

/** The text of an error may quote what the server wrote, which may be text of a document: only its class is logged. */
function countErrors(server: string, log: Logger): (error: Error) => void {
  let count = 0;
  return (error) => {
    if (cameLate.test(error.message)) {
      log.debug({ server }, "mcp server answered a call that had been given up");
      return;
    }
    count++;
    // The 1st, 2nd, 4th, 8th, …: a flood of them is no flood of the log.
    if ((count & (count - 1)) !== 0) return;
    log.warn({ server, error: classOf(error), count }, "mcp stream error");
  };
}

/** As the SDK says that nobody waits any more for what came: of a call that was stopped or took too long. */
const cameLate =
  /^Received a (?:response for an unknown message ID|progress notification for an unknown token)/;

function classOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
