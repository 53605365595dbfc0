import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type Assembly, createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";
import { saysReply } from "./played-reply.ts";

/** What a model is asked for, by what the instructions say. */
const said = {
  plan: "You prepare the search",
  words: "Each line is a question that is searched for",
  repair: "Sentences of an answer were held back",
};
export type AskedFor = keyof typeof said | "answer";
export const askedFor = (text: string): AskedFor =>
  (Object.keys(said) as (keyof typeof said)[]).find((kind) => text.includes(said[kind])) ??
  "answer";

/** A server in a model's place, which speaks Chat Completions as a compatible one does. */
export async function servePlayed(
  replyTo: (body: string) => string,
): Promise<{ base_url: string; close: () => void }> {
  let count = 0;
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "played", object: "model" }] }));
      return;
    }
    const body = await readText(request);
    count += 1;
    saysReply(response, replyTo(body), count);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listens on a port
  return { base_url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

const Configuration = z.looseObject({ answer: z.looseObject({}).default({}) });

/** The program with that model, its state in `home`, once everything is indexed. `given`: a configuration. */
export async function assemblyWith(
  base_url: string,
  home: string,
  given: unknown,
): Promise<Assembly> {
  const set = Configuration.parse(given);
  const file = path.join(home, "global_config.json");
  mkdirSync(path.join(home, "home"), { recursive: true });
  const model = { provider: "compatible", name: "played", base_url };
  writeFileSync(file, JSON.stringify({ ...set, answer: { ...set.answer, mode: "model" }, model }));
  const { PATH, HOME } = process.env;
  const env = {
    ...{ PATH, HOME, DOCENT_HOME: path.join(home, "home"), DOCENT_CONFIG: file },
    DOCENT_LOG_LEVEL: "error",
  };
  const assembly = createAssembly({ project_dir: projectDir(), env });
  assembly.warm();
  while ((await assembly.health("en")).index.state !== "ready") await pause(200);
  return assembly;
}

/** The same over `roots`, folders of `docs` by their names, in a folder that goes when it is closed. */
export async function assemblyOver(base_url: string, docs: string, roots: readonly string[]) {
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-bench-"));
  const common = z
    .looseObject({ doc_access: z.looseObject({}) })
    .parse(JSON.parse(readFileSync(path.join(projectDir(), "global_config.json"), "utf8")));
  const folders = roots.map((id) => ({ id, label: id, path: path.resolve(docs, id) }));
  const doc_access = { ...common.doc_access, roots: folders };
  const assembly = await assemblyWith(base_url, home, { ...common, doc_access });
  const close = async () => {
    await assembly.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { assembly, close };
}
