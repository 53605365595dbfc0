import { once } from "node:events";

/**
 * Looks, from inside an instance and as the program there could, whether the wall around it holds. Gives what it got hold
 * of. It is asked of an instance that then runs nothing else but a proof.
 */
export async function probe({ secret, port }: { secret: string; port: number }): Promise<string[]> {
  const found: string[] = [];
  const attempt = async (what: string, reach: () => unknown) => {
    try {
      await reach();
      found.push(what);
    } catch {
      // as it should be
    }
  };
  const fs = await import("node:fs");
  await attempt("a file of the machine can be read", () => fs.readFileSync(secret));
  await attempt("a folder of the machine can be listed", () => fs.readdirSync("/"));
  await attempt("a file can be written", () => fs.writeFileSync(`${secret}.new`, ""));
  await attempt("the environment is not empty", () => {
    if (Object.keys(process.env).length === 0) throw new Error("empty");
  });
  await attempt("a program can be started", async () => {
    const { spawn } = await import("node:child_process");
    await once(spawn(process.execPath, ["--version"]), "spawn");
  });
  await attempt("a thread can be started", async () => {
    const { Worker } = await import("node:worker_threads");
    await once(new Worker("", { eval: true }), "online");
  });
  await attempt("there is a network", async () => {
    const { connect } = await import("node:net");
    await once(connect({ host: "127.0.0.1", port }), "connect");
  });
  await attempt("there is a network over udp", async () => {
    const { createSocket } = await import("node:dgram");
    await once(createSocket("udp4").bind(0), "listening");
  });
  await attempt("text can be run as code", () => new Function("return 1")());
  await attempt("the inner parts of Node can be reached", () =>
    Reflect.get(process, "binding")("tcp_wrap"),
  );
  return found;
}
