import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

/** What is there to be found outside a sandbox, were it open: a file, and a program that listens. */
export type OutsideThings = { secret: string; port: number };

/**
 * Makes them, lets `look` see from inside whether they can be reached, and takes them away. Gives what `look` gave: why the
 * sandbox does not hold, undefined where it does. Never throws.
 */
export async function withOutsideThings(
  look: (outside: OutsideThings) => Promise<string | undefined>,
): Promise<string | undefined> {
  const server = createServer((socket) => socket.destroy());
  let folder: string | undefined;
  try {
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-sandbox-")));
    const secret = path.join(folder, "outside");
    writeFileSync(secret, "outside");
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    return await look({ secret, port: typeof address === "object" ? (address?.port ?? 0) : 0 });
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : "unknown";
  } finally {
    server.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
