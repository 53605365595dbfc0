import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { buildInputs } from "../../scripts/bootstrap/build.mjs";

const project = path.resolve(import.meta.dirname, "../..");

describe("what makes a build stale", () => {
  it("holds every file that the pages and routes import", async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(project, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs"),
        "--config",
        ".dependency-cruiser.mjs",
        "--output-type",
        "json",
        ...["app", "instrumentation.ts", "proxy.ts"].filter((name) =>
          existsSync(path.join(project, name)),
        ),
      ],
      { cwd: project, maxBuffer: 256 * 1024 * 1024 },
    );
    // The tool's own result format; only the paths are read.
    const { modules } = JSON.parse(stdout) as { modules: { source: string }[] };
    const files = modules
      .map(({ source }) => source)
      .filter(
        (source) => !source.includes("node_modules/") && existsSync(path.join(project, source)),
      );
    expect(files.length).toBeGreaterThan(50);
    const covered = (file: string) =>
      buildInputs.some((input: string) => file === input || file.startsWith(`${input}/`));
    expect(files.filter((file) => !covered(file))).toEqual([]);
  });
});
