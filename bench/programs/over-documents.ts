import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { projectDir } from "#lib/platform/project";
import { startWebServer, type WebServer } from "./web-server.ts";

/**
 * The built program, with a state of its own, over a temporary folder of documents that `write` fills; `work` begins once
 * they are read. Server and folder are gone afterwards, however it ended.
 */
export async function overDocuments<Written, Result>(
  write: (docs: string) => Written,
  work: (web: WebServer, written: Written) => Promise<Result>,
): Promise<Result> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-measured-")));
  const docs = path.join(dir, "docs");
  const config = path.join(dir, "config.json");
  let web: WebServer | undefined;
  try {
    mkdirSync(docs);
    const written = write(docs);
    const roots = [{ id: "docs", label: "Docs", path: docs }];
    writeFileSync(config, JSON.stringify({ doc_access: { roots } }));
    web = await startWebServer(projectDir(), {
      DOCENT_HOME: path.join(dir, "home"),
      DOCENT_CONFIG: config,
      DOCENT_LOG_LEVEL: "warn",
    });
    await untilReady(web);
    return await work(web, written);
  } finally {
    await web?.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const letters = "bdfgklmnprtvwxz";

/** A document of its own about the port of something that no other one names, and the question for it. */
export function writePort(folder: string, n: number): { question: string; port: string } {
  const letter = (place: number) =>
    letters[Math.floor(n / letters.length ** place) % letters.length];
  const name = `Zo${letter(2)}a${letter(1)}u${letter(0)}o`;
  const port = String(4000 + n);
  const text = `# ${name}\n\nThe port of ${name} is ${port}.\n`;
  writeFileSync(path.join(folder, `${name}.md`), text);
  return { question: `What is the port of ${name}?`, port };
}

async function untilReady(web: WebServer): Promise<void> {
  for (;;) {
    const health = await web.health();
    if (health?.index.state === "ready" && health.index.files > 0) return;
    await after(200);
  }
}
