import type { Config } from "#lib/contracts/config";
import type { ConfigProblem } from "#lib/platform/config-problems";
import { saidError } from "#lib/platform/said-error";

/**
 * What in the settings is made for people who sign in: where the environment names nobody who says who they are, everybody would
 * be let in, and read every folder.
 */
export function forgottenSignIn({ auth, doc_access }: Config): ConfigProblem | undefined {
  const at = doc_access.roots.findIndex(({ groups }) => groups !== undefined);
  const closed = doc_access.roots[at];
  if (closed !== undefined) {
    const params = { label: closed.label };
    return { path: `doc_access.roots[${at}].groups`, key: "people.forgotten_folder", params };
  }
  const { admin, editor, reader } = auth.roles;
  if ([...admin, ...editor, ...reader].length === 0) return undefined;
  return { path: "auth.roles", key: "people.forgotten_roles", params: {} };
}

/** Throws `config_invalid` with it, before anything is started. Later the configuration file itself refuses such a change. */
export function refuseForgottenSignIn(config: Config): void {
  const problem = forgottenSignIn(config);
  if (problem !== undefined) throw saidError("config_invalid", problem.key, problem.params);
}
