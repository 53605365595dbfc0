import { AppError } from "#lib/contracts/errors";
import { errorSentence } from "#lib/platform/said-error";
import { lang, sentences } from "../bootstrap/sentences.mjs";
import { auditFinding } from "./check-audit.ts";
import type { Finding } from "./finding.ts";

/** Where the state is kept in PostgreSQL: whether it can be reached, at which step its tables are, who uses it, and its audit. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const { lookAtDatabase } = await import("#lib/store/look-at-database");
  const what = sentences.doctorDatabase();
  try {
    const { version, step, known, servers, held_by, audit } = await lookAtDatabase(url);
    const is = `PostgreSQL ${version}`;
    const users = servers.length > 0 ? servers : held_by === undefined ? [] : [held_by];
    const used =
      users.length === 0
        ? sentences.doctorDatabaseFree()
        : users.map(({ pid, host }) => sentences.doctorDatabaseUsed(pid, host)).join("; ");
    if (step > known) {
      return [{ what, said: sentences.doctorDatabaseNewer(is, step, known), mark: "missed" }];
    }
    if (step < known) {
      const said = `${sentences.doctorDatabaseBehind(is, step, known)}; ${used}`;
      return [{ what, said, mark: "note" }];
    }
    const said = `${sentences.doctorDatabaseAt(is, step, known)}; ${used}`;
    return [{ what, said, mark: "ok" }, auditFinding(audit)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ what, said: errorSentence(error, lang), mark: "missed" }];
  }
}

/** Where it is kept in the state folder. */
export const databaseInFile = (): Finding => ({
  ...{ what: sentences.doctorDatabase(), said: sentences.doctorDatabaseFile(), mark: "ok" },
});
