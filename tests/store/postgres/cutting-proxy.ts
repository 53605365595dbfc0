import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import type { TestServer } from "./server.ts";

/**
 * A way to the server on which connections are lost where a test wants it: before the commit of a transaction reaches the
 * server, or after it and before the answer comes back.
 */
export async function openProxy(server: TestServer, database: string) {
  const open = new Set<Socket>();
  let cuts: { of: string; where: "before" | "after" }[] = [];
  let refusing = false;
  const proxy = createServer((client) => {
    if (refusing) return void client.destroy();
    const there = connect(path.join(server.dir, ".s.PGSQL.5432"));
    open.add(client);
    for (const one of [client, there]) one.on("error", () => undefined);
    client.on("data", (bytes) => {
      const cut = cuts.find(({ of }) => bytes.includes(of));
      if (cut === undefined) return void there.write(bytes);
      cuts = cuts.filter((one) => one !== cut);
      if (cut.where === "after") {
        there.write(bytes);
        there.once("data", () => there.destroy()); // it has committed
      } else there.destroy();
      client.destroy();
    });
    there.on("data", (bytes) => client.writable && client.write(bytes));
    there.on("close", () => client.destroy());
    client.on("close", () => {
      if (open.delete(client)) there.destroy();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `postgres://docent@127.0.0.1:${port}/${database}`,
    cutNextCommit(where: "before" | "after") {
      cuts.push({ of: "COMMIT\0", where });
    },
    /** Of the next statement with these words the reply is lost. */
    loseReplyTo(of: string) {
      cuts.push({ of, where: "after" });
    },
    /** Who connects is turned away. */
    refuse(now: boolean) {
      refusing = now;
    },
    breakAll() {
      for (const client of [...open]) client.destroy();
    },
    /** Those that are open end on this side alone: the server knows nothing of it. */
    breakSilently() {
      for (const client of [...open]) {
        open.delete(client);
        client.destroy();
      }
    },
    async close() {
      for (const client of open) client.destroy();
      proxy.close();
    },
  };
}
