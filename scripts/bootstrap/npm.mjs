import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { lastLines, runCommand } from "./run-command.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal, tell } from "./tell.mjs";

/**
 * npm as a program that the running Node executes. The npm that called us says where it is; without one it stands
 * beside Node or on PATH.
 */
function npmProgram() {
  const called = process.env.npm_execpath;
  const nodeFolder = path.dirname(process.execPath);
  const candidates = [
    ...(called === undefined ? [] : [called, path.join(path.dirname(called), "npm-cli.js")]),
    path.join(nodeFolder, "../lib/node_modules/npm/bin/npm-cli.js"),
    path.join(nodeFolder, "node_modules/npm/bin/npm-cli.js"),
    ...(process.env.PATH ?? "").split(path.delimiter).flatMap((folder) => {
      const link = path.join(folder, "npm");
      const beside = path.join(folder, "node_modules/npm/bin/npm-cli.js");
      return existsSync(link) ? [realpathSync(link), beside] : [beside];
    }),
  ];
  const found = candidates.find((file) => path.basename(file) === "npm-cli.js" && existsSync(file));
  if (found === undefined) throw new Refusal(sentences.noNpm());
  return found;
}

/** Settings that say where packages come from; a person may have exported them, and they do no harm twice. */
const connection =
  /^npm_config_(registry|userconfig|globalconfig|cache|proxy|https_proxy|noproxy|no_proxy|ca|cafile|cert|key|strict_ssl|offline|prefer_offline|prefer_online|maxsockets|fetch_.*|@.*|\/\/.*)$/;

/**
 * The environment for a nested npm. An outer npm puts its whole configuration and the script's name into the
 * environment (`npm_config_prefix`, `npm_config_omit`, `npm_lifecycle_event` …): a nested one would obey it. What stands
 * in an .npmrc is read again by npm itself; NPM_CONFIG_* in capitals was written by a person and stays.
 *
 * @param {Record<string, string | undefined>} env
 */
export function npmEnvironment(env = process.env) {
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("npm_") || connection.test(name)),
  );
  delete clean.NODE_ENV; // "production" would leave out what a build needs
  delete clean.INIT_CWD;
  return clean;
}

/** Runs npm; a failure is one sentence, with npm's own last lines before it when no known reason explains it. */
export async function runNpm(args, { cwd, started, doing }) {
  const settings = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts"];
  const { code, output } = await runCommand(
    process.execPath,
    [npmProgram(), ...args, ...settings],
    { cwd, env: npmEnvironment(), started },
  );
  // npm ends well although it could not unpack a file, a full disk among the reasons.
  if (code === 0 && !output.includes("TAR_ENTRY_ERROR")) return;
  const reason = knownReason(output);
  if (reason === undefined) tell(lastLines(output));
  throw new Refusal(reason ?? sentences.failed(doing, code));
}

function knownReason(output) {
  if (/ENOSPC/.test(output)) return sentences.noSpace();
  if (/EACCES|EPERM|EROFS/.test(output)) return sentences.noPermission();
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR/.test(
      output,
    )
  ) {
    return sentences.noNetwork();
  }
  return undefined;
}
