import nodePath from "node:path";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Logger } from "#lib/platform/logger";

/** What the client says of the folders it works in; those that are no folders of this machine are left out. */
export type ClientRoots =
  | { kind: "silent" }
  | { kind: "named"; folders: readonly { name: string; path: string }[] };

/**
 * `--client-roots`: asks the client for its folders as soon as it is there, and again whenever it says that they have
 * changed. A client that does not answer counts as one that does not tell; whoever reads must then read nothing.
 */
export function followClientRoots(deps: {
  server: Server;
  log: Logger;
  onRoots(roots: ClientRoots): void;
}): { settled(): Promise<void> } {
  const { server, log, onRoots } = deps;
  let last: Promise<void> | undefined;

  function ask(): Promise<void> {
    const mine = answer().then((roots) => {
      if (last === mine) onRoots(roots);
    });
    last = mine;
    return mine;
  }

  async function answer(): Promise<ClientRoots> {
    if (server.getClientCapabilities()?.roots === undefined) return { kind: "silent" };
    try {
      const { roots } = await server.request({ method: "roots/list" }, Answer, { timeout: askMs });
      return { kind: "named", folders: roots.flatMap(readRoot) };
    } catch (error) {
      log.warn({ reason: String(error) }, "the client did not tell its folders");
      return { kind: "silent" };
    }
  }

  server.oninitialized = () => void ask();
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => void ask());
  return {
    /** Resolves when what the client said last is in force. */
    async settled() {
      for (let seen: Promise<void> | undefined; seen === undefined || seen !== last; ) {
        seen = last ?? ask();
        await seen;
      }
    },
  };
}

const askMs = 10_000;
/** The SDK's own schema turns the whole list down for one entry that is no file. */
const Answer = z.looseObject({
  roots: z.array(z.looseObject({ uri: z.string(), name: z.string().optional() })),
});

function readRoot({ uri, name }: { uri: string; name?: string | undefined }) {
  try {
    const path = fileURLToPath(uri);
    return [{ name: name ?? nodePath.basename(path), path }];
  } catch {
    return []; // of another scheme or another machine
  }
}
