import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Figure } from "../../bench/results-file.ts";
import {
  homeFiles,
  homePlaces,
  judgeHome,
  writeHome,
  wrongAt,
} from "../../tests/access/home-folder.ts";

/** A home folder as a root, file by file: what is read of it at first, and with hidden files switched on. */
export async function soakHomeFolder(): Promise<Figure[]> {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-soak-")));
  const show = ([plain, with_hidden]: readonly string[]) =>
    plain === with_hidden ? `${plain}` : `${plain}, with hidden files ${with_hidden}`;
  const figures: Figure[] = [];
  try {
    writeHome(home);
    for (const [name, ...wanted] of homeFiles) {
      const value = show(await judgeHome(home, name));
      const limit = show(wanted);
      figures.push({ row: "home", what: `~/${name}`, value, unit: "", limit, ok: value === limit });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  for (const [name, platform, at] of homePlaces) {
    const wrong = wrongAt(platform, at);
    const what = `the same home as ${name} (${platform}, ${at}): files judged otherwise`;
    const value = wrong.length === 0 ? 0 : wrong.join(", ");
    figures.push({ row: "home", what, value, unit: "", limit: "0", ok: wrong.length === 0 });
  }
  return figures;
}
