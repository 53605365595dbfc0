import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { Health } from "#lib/contracts/http";
import { projectDir } from "#lib/platform/project";
import { type Http, openHttp } from "./open-http.ts";

const namespaces =
  process.platform === "linux" && spawnSync("unshare", ["-Ur", "true"]).status === 0;

let http: Http;
afterEach(() => http.close());

it.skipIf(!namespaces)(
  "R24: with three watches and 256 open files the folders are looked at instead, health says so, and nothing breaks",
  async () => {
    const limits = "ulimit -n 256 && echo 3 > /proc/sys/user/max_inotify_watches";
    const server = [process.execPath, path.join(projectDir(), "mcp-servers/docs/main.mjs")];
    http = await openHttp({
      docs_command: ["unshare", "-Ur", "sh", "-c", `${limits} && exec "$@"`, "sh", ...server],
    });
    for (let i = 0; i < 300; i++) {
      http.write(`notes/shelf${i % 10}/page${i}.md`, `# Page ${i}\n\nThe lamp ${i} is lit.\n`);
    }
    http.assembly.warm();
    const health = async () => Health.parse(await (await http.get("/api/health")).json());
    const patient = { timeout: 240_000, interval: 50 };
    await vi.waitFor(
      async () =>
        expect((await health()).index).toMatchObject({
          state: "ready",
          files: 300,
          message: expect.stringContaining("ENOSPC"),
        }),
      patient,
    );
    http.write("notes/shelf9/new.md", "# New\n\nThe signing key is rotated every ninety days.\n");
    await vi.waitFor(async () => {
      const asked = { question: "When is the signing key rotated?" };
      const answer = Answer.parse(await (await http.send("POST", "/api/ask", asked)).json());
      expect(answer.claims[0]?.text).toContain("ninety days");
    }, patient);
    const { mcp } = await health();
    expect(mcp.servers).toMatchObject([{ state: "ready", restarts: 0 }]);
  },
);
