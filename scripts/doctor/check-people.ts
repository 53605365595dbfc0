import { createProvider } from "#lib/assembly/sign-in-provider";
import { AppError } from "#lib/contracts/errors";
import { systemClock } from "#lib/platform/clock";
import { createConfigFile } from "#lib/platform/config-file";
import type { Environment } from "#lib/platform/environment";
import { isLoopback } from "#lib/platform/listening";
import type { Logger } from "#lib/platform/logger";
import { errorSentence } from "#lib/platform/said-error";
import { lang, sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

/** Where people sign in: whether the provider answers, which groups have a role, and by which address people come. */
export async function checkPeople(
  env: Environment,
  project_dir: string,
  log: Logger,
): Promise<Finding[]> {
  const what = sentences.doctorPeople();
  const { sign_in, home, config_path } = env;
  if (sign_in === undefined) return [{ what, said: sentences.doctorPeopleNone(), mark: "ok" }];
  const file = createConfigFile({
    ...{ project_dir, home, log, problem: () => undefined },
    ...(config_path === undefined ? {} : { config_path }),
  });
  const { auth } = file.current().config;
  const address = auth.public_url ?? `http://127.0.0.1:${env.port}`;
  const provider = createProvider({
    ...{ settings: sign_in, fetch, clock: systemClock, log },
    auth: () => auth,
    redirect_uri: () => new URL("/api/auth/callback", address).href,
    signed_out_uri: () => new URL("/sign-in", address).href,
  });
  const findings: Finding[] = [];
  try {
    const { issuer } = await provider.look();
    findings.push({ what, said: sentences.doctorPeopleAt(issuer), mark: "ok" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    findings.push({ what, said: errorSentence(error, lang), mark: "missed" });
  }
  const { protocol, hostname } = new URL(address);
  const plain = protocol === "http:" && !isLoopback(hostname);
  findings.push({
    what: sentences.doctorPeopleAddress(),
    said: plain ? sentences.doctorPeoplePlain(address) : address,
    mark: plain ? "note" : "ok",
  });
  const { reader, editor, admin } = auth.roles;
  findings.push({
    what: sentences.doctorRoles(),
    said:
      admin.length === 0
        ? sentences.doctorNoAdmin()
        : sentences.doctorRolesOf(admin.join(", "), editor.join(", "), reader.join(", ")),
    mark: admin.length === 0 ? "note" : "ok",
  });
  return findings;
}
