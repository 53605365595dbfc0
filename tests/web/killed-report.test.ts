import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { EvidenceRow, ReportSource } from "#lib/contracts/research";
import { openResearchSite, type ResearchSite } from "./research-site.ts";

const query = "Which port does the Aurora server listen on? How long does Aurora keep backups?";
const max_sources = 9;
const program = fileURLToPath(new URL("./report-until-killed.ts", import.meta.url));
let site: ResearchSite;
beforeAll(async () => {
  site = await openResearchSite();
});
afterAll(() => site.close());

describe("a program that is killed in the middle of a report", () => {
  it("goes on with it where it was, and the report is whole", async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), "docent-killed-report-"));
    const at = (...names: string[]) => path.join(dir, ...names);
    const work = async (kill: () => boolean): Promise<string> => {
      const args = [
        program,
        dir,
        String(site.port),
        JSON.stringify({ query, max_sources, web: true }),
      ];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      let told = "";
      child.stdout.on("data", (data: Buffer) => {
        told += data;
      });
      const watching = setInterval(() => {
        if (kill()) child.kill("SIGKILL");
      }, 5);
      await once(child, "exit");
      clearInterval(watching);
      return told;
    };
    try {
      const fetched = () => site.asked.filter((url) => !url.endsWith("robots.txt")).length;
      expect(await work(() => fetched() >= 7)).toBe("");
      const told = await work(() => false);
      const ended = z.object({ task_id: z.string(), state: z.string() }).parse(JSON.parse(told));
      expect(ended.state).toBe("completed");
      const read = (name: string) =>
        readFileSync(at("home", "artifacts", ended.task_id, name), "utf8");
      const evidence = z.array(EvidenceRow).parse(JSON.parse(read("evidence.json")));
      const sources = z.array(ReportSource).parse(JSON.parse(read("sources.json")));
      expect(sources.length).toBeLessThanOrEqual(max_sources);
      expect(evidence.length).toBeGreaterThan(1);
      for (const { source_index, lines, sha256 } of evidence) {
        const { root_id, path: file } = ReportSource.parse(
          sources.find(({ index }) => index === source_index),
        );
        const folder = root_id === "web" ? at("home", "web", "pages") : at(root_id);
        const text = readFileSync(path.join(folder, file), "utf8").split("\n");
        const cited = text.slice(lines.start - 1, lines.end).join("\n");
        expect(createHash("sha256").update(cited).digest("hex")).toBe(sha256);
      }
      expect(read("report.md")).toContain("Sources disagree");
      expect(read("report.md")).toContain("`ssrf_address`");
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
