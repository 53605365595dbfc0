import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { AppError } from "#lib/contracts/errors";
import { readEnvironment } from "#lib/platform/environment";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { sentences } from "./bootstrap/sentences.mjs";
import { checkAudit } from "./doctor/check-audit.ts";
import { checkAuditFile } from "./doctor/check-audit-file.ts";
import { checkDatabase, databaseInFile } from "./doctor/check-database.ts";
import { checkPeople } from "./doctor/check-people.ts";
import { checkReach, checkServer } from "./doctor/check-reach.ts";
import { checkSearch } from "./doctor/check-search.ts";
import { checkTools } from "./doctor/check-tools.ts";
import { checkVersions } from "./doctor/check-versions.ts";
import type { Finding } from "./doctor/finding.ts";

/**
 * `npm run doctor`: who reaches this Docent, what it may read, whether its audit stands as it was written, and whether what it is made of is new enough. Reads and
 * reports; changes nothing and starts nothing. Exit 1 when a floor is missed or a variable is wrong.
 * `--audit FILE`: whether an export of the audit is as it was written, on whatever machine.
 */
const { values } = parseArgs({ options: { audit: { type: "string" } }, strict: false });
process.exitCode = values.audit === undefined ? await main() : await checkAuditFile(values.audit);

async function main(): Promise<number> {
  const project_dir = projectDir();
  let findings: Finding[];
  try {
    const env = readEnvironment(process.env);
    findings = [
      ...checkServer(env),
      ...(await checkReach(env, project_dir, createLogger("doctor", "silent"))),
      ...(await checkTools(env, project_dir, createLogger("doctor", "silent"))),
      ...(env.database_url === undefined
        ? [databaseInFile(), checkAudit(env.home)]
        : await checkDatabase(env.database_url)),
      ...(await checkSearch(env)),
      ...(await checkPeople(env, project_dir, createLogger("doctor", "silent"))),
      ...checkVersions({ project_dir, node: process.versions.node, sqlite: sqliteVersion }),
    ];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    return 1;
  }
  print(findings);
  const missed = findings.filter(({ mark }) => mark === "missed").length;
  console.log(`\n${missed === 0 ? sentences.doctorWell() : sentences.doctorUnwell(missed)}`);
  return missed === 0 ? 0 : 1;
}

function print(findings: readonly Finding[]): void {
  const marks: Record<Finding["mark"], string> = sentences.doctorMarks;
  const marked = Math.max(...Object.values(marks).map(columns));
  const named = Math.max(...findings.map(({ what }) => columns(what)));
  for (const { what, said, mark } of findings) {
    console.log(`${pad(marks[mark], marked)}  ${pad(what, named)}  ${said}`);
  }
}

/** On a terminal a Chinese character is two columns wide. */
function columns(text: string): number {
  return Array.from(text, (one) => (/[\u2e80-\uffef]/u.test(one) ? 2 : 1)).reduce<number>(
    (sum, width) => sum + width,
    0,
  );
}

function pad(text: string, width: number): string {
  return text + " ".repeat(width - columns(text));
}

function sqliteVersion(): string {
  const db = new Database(":memory:");
  try {
    return String(db.prepare("SELECT sqlite_version()").pluck().get());
  } finally {
    db.close();
  }
}
