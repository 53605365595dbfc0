import { projectDir } from "./project.mjs";
import { Refusal } from "./tell.mjs";

/** A folder that tools work in and a folder of documents never hold one another. Needs installed packages. */
export async function refuseToolFolders(environment) {
  const { refuseToolRoots } = await import("../../lib/assembly/tool-places.ts");
  try {
    refuseToolRoots({ ...environment, project_dir: projectDir });
  } catch (error) {
    throw error?.code === "config_invalid" ? new Refusal(error.message) : error;
  }
}
