import { statSync } from "node:fs";
import { createAccess } from "#lib/access/access";
import { builtInDenylist } from "#lib/access/denylist";
import type { ResolvedRoot } from "#lib/access/resolve-root";
import { createConfigFile } from "#lib/platform/config-file";
import type { Environment } from "#lib/platform/environment";
import { isLoopback, localAddress } from "#lib/platform/listening";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { readOwner } from "#lib/platform/state-owner";
import { lang, sentences } from "../bootstrap/sentences.mjs";
import { checkEmbedding } from "./check-embedding.ts";
import { checkSynonyms } from "./check-synonyms.ts";
import type { Finding } from "./finding.ts";

/** Who reaches the server, and the server's own state. */
export function checkServer(env: Environment): Finding[] {
  const address = localAddress(env);
  const owner = readOwner(env.home);
  const locked = env.access_token !== undefined || env.sign_in !== undefined;
  const shared = locked && !isLoopback(env.host);
  return [
    {
      what: sentences.doctorAddress(),
      said: shared
        ? sentences.doctorShared(`${env.host}:${env.port}`, env.allowed_hosts.join(", "))
        : sentences.doctorLocal(address),
      mark: "ok",
    },
    {
      what: sentences.doctorRunning(),
      said: owner
        ? sentences.doctorOwner(owner.pid, owner.address ?? "npm run ask")
        : sentences.doctorNobody(),
      mark: "ok",
    },
    stateFolder(env.home),
  ];
}

function stateFolder(home: string): Finding {
  const what = sentences.doctorState();
  const mode = statSync(home, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return { what, said: sentences.doctorNotYet(home), mark: "ok" };
  // Windows keeps its rights elsewhere and shows a mode that means nothing.
  if (process.platform === "win32" || (mode & 0o077) === 0) {
    return { what, said: sentences.doctorPrivate(home), mark: "ok" };
  }
  return { what, said: sentences.doctorOpen(home, (mode & 0o777).toString(8)), mark: "note" };
}

/** What the settings let the documents server read. */
export async function checkReach(
  env: Environment,
  project_dir: string,
  log: Logger,
): Promise<Finding[]> {
  const { home, config_path } = env;
  const file = createConfigFile({
    project_dir,
    home,
    ...(config_path === undefined ? {} : { config_path }),
    log,
  });
  const { config, error, saved_to } = file.current(lang);
  const { deny, allow_outside_project } = config.doc_access;
  const access = createAccess({ ...config.doc_access, project_dir, home });
  const { roots } = access;
  return [
    {
      what: sentences.doctorSettings(),
      said: error ?? sentences.doctorSettingsFrom(saved_to),
      mark: error === undefined ? "ok" : "note",
    },
    ...(roots.length > 0
      ? roots.map(folder)
      : [
          {
            what: sentences.doctorFolder(""),
            said: sentences.doctorNoFolder(),
            mark: "note",
          } as const,
        ]),
    ...(await checkSynonyms(access)),
    ...(await checkEmbedding(config.retrieval.embedding, config.doc_access, { home, project_dir })),
    {
      what: sentences.doctorOutside(),
      said: allow_outside_project ? sentences.doctorAllowed() : sentences.doctorForbidden(),
      mark: "ok",
    },
    {
      what: sentences.doctorDenylist(),
      said: sentences.doctorEntries(builtInCount(), deny.length),
      mark: "ok",
    },
  ];
}

function builtInCount(): number {
  const { folders, names, places } = builtInDenylist(process.platform);
  return folders.length + names.length + places.length;
}

function folder(root: ResolvedRoot): Finding {
  const what = sentences.doctorFolder(root.id);
  if (root.state !== "ok") {
    const message = say(lang, `access.root.${root.reason}`, { label: root.label });
    return { what, said: `${root.path} (${root.rule}): ${message}`, mark: "note" };
  }
  const said = root.paused ? sentences.doctorPaused : sentences.doctorReadable;
  return { what, said: said(root.real_path), mark: "ok" };
}
