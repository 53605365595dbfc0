import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { inProject, runtimeDir } from "../bootstrap/project.mjs";
import { Refusal, tell } from "../bootstrap/tell.mjs";

/** OpenSearch's published packages, as Java takes them (`-cp …/*`). */
export const searchPackages = path.join(runtimeDir, "opensearch");

/** Brings them with Maven where they are not there yet. */
export function bringSearchPackages() {
  if (existsSync(searchPackages)) return;
  tell("Bringing OpenSearch's packages with Maven, once");
  const whole = `${searchPackages}.new`;
  rmSync(whole, { recursive: true, force: true });
  const pom = inProject("tests/search/opensearch/nodes/pom.xml");
  const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${whole}`];
  const brought = spawnSync("mvn", ["-q", "-B", "-f", pom, ...goal], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (brought.error !== undefined || brought.status !== 0)
    throw new Refusal("Maven could not bring OpenSearch's packages: is it installed, with Java?");
  renameSync(whole, searchPackages);
}
