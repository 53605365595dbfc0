import { createAccess } from "#lib/access/access";
import { createPatchApplier } from "#lib/access/apply-patch";
import type { FilePatch } from "#lib/platform/unified-diff";
import { watchedDisk } from "./patch-setup.ts";

/** Applies or undoes a patch and is killed by the system before the n-th thing it does to the disk. */
const given = JSON.parse(process.argv[2] ?? "{}") as {
  home: string;
  notes: string;
  act: "apply" | "undo" | "recover";
  files: FilePatch[];
  kill_at: number;
};
const disk = watchedDisk((_step, n) => {
  if (n === given.kill_at) process.kill(process.pid, "SIGKILL");
});
const access = createAccess({
  roots: [{ id: "notes", label: "Notes", path: given.notes, editable: true }],
  deny: [],
  doc_file_patterns: ["**/*.md"],
  max_file_bytes: 8_388_608,
  allow_outside_project: true,
  project_dir: given.home,
  home: given.home,
});
const patches = createPatchApplier({ home: given.home, disk });
if (given.act === "recover") await patches.recover();
else await patches[given.act]("p1", given.files, access);
process.stdout.write("whole\n");
