import { statSync } from "node:fs";
import { judgedEnvironment } from "../bootstrap/environment.mjs";
import { refuseOwnedState } from "../bootstrap/owned-state.mjs";
import { refuseTakenPort } from "../bootstrap/port.mjs";
import { projectDir } from "../bootstrap/project.mjs";
import { sentences } from "../bootstrap/sentences.mjs";
import { serve } from "../bootstrap/serve.mjs";
import { Refusal, tell } from "../bootstrap/tell.mjs";
import { bootstrap, ensureNode } from "../bootstrap.mjs";
import { openBrowser } from "./open-browser.mjs";

/** Starts the program over these folders too, or hands them to the one that runs, and shows it in the browser. */
export async function openFolders(folders, { browser }) {
  await ensureNode();
  for (const folder of folders) refuseNoFolder(folder);
  const environment = await judgedEnvironment();
  const { readOwner } = await import("../../lib/platform/state-owner.ts");
  const running = readOwner(environment.home)?.address;
  if (running === undefined) {
    await refuseOwnedState(environment);
    await refuseTakenPort(environment);
  }
  await bootstrap({ build: true });
  await add(folders, environment);
  if (running !== undefined) tell(sentences.alreadyOpen(running));
  const address = running ?? (await serve(environment, { dev: false }));
  if (browser) openBrowser(address);
}

/** What a person has mistyped is told before anything else; why a folder is closed is told by the rules. */
function refuseNoFolder(folder) {
  const kind = kindOf(folder);
  if (kind === "none") throw new Refusal(sentences.noSuchFolder(folder));
  if (kind === "file") throw new Refusal(sentences.notAFolder(folder));
}

function kindOf(place) {
  try {
    const stat = statSync(place, { throwIfNoEntry: false });
    if (stat === undefined) return "none";
    return stat.isDirectory() ? "folder" : "file";
  } catch {
    return "closed";
  }
}

async function add(folders, environment) {
  if (folders.length === 0) return;
  const { addFolders } = await import("../../lib/assembly/add-folders.ts");
  try {
    const added = addFolders(folders, { ...environment, project_dir: projectDir });
    for (const label of added) tell(sentences.folderAdded(label));
  } catch (error) {
    throw typeof error?.code === "string" && error.name === "AppError"
      ? new Refusal(error.message)
      : error;
  }
}
