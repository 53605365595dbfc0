import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** Blobs of one commit of a clone, bare or plain; the work tree is not looked at. */
export type Repository = {
  /** Paths of Markdown files, sorted. */
  files: string[];
  read(names: readonly string[]): Map<string, string>;
};

const largest = 400_000;

export function openRepository(repos: string, name: string, commit: string): Repository {
  const [owner = "", repo = ""] = name.split("/");
  const places = [`${owner}+${repo}`, `${owner}/${repo}`, repo].flatMap((place) =>
    ["", "repo", "repo.git"].flatMap((inner) => {
      const folder = path.join(repos, place, inner);
      return [path.join(folder, ".git"), folder];
    }),
  );
  const dir = places.find((place) => existsSync(path.join(place, "HEAD")));
  if (dir === undefined) throw new Error(`no clone of ${name} in ${repos}`);
  const git = (args: string[], input?: string) =>
    execFileSync("git", ["-c", "safe.directory=*", `--git-dir=${dir}`, ...args], {
      maxBuffer: 1 << 30,
      ...(input === undefined ? {} : { input }),
    });
  const blobs = new Map<string, string>();
  for (const entry of git(["ls-tree", "-r", "-l", "-z", "--full-tree", commit])
    .toString()
    .split("\0")) {
    const [, hash, size, file] = /^100\d+ blob (\w+)\s+(\d+)\t([\s\S]+)$/.exec(entry) ?? [];
    if (hash === undefined || file === undefined || Number(size) > largest) continue;
    if (/\.(?:mdx?|markdown)$/i.test(file)) blobs.set(file, hash);
  }
  return {
    files: [...blobs.keys()].sort(),
    read(names) {
      const out = git(
        ["cat-file", "--batch"],
        names.map((file) => `${blobs.get(file)}\n`).join(""),
      );
      const texts = new Map<string, string>();
      let from = 0;
      for (const file of names) {
        const line = out.indexOf(10, from);
        const [, kind, size = "0"] = out.toString("utf8", from, line).split(" ");
        if (kind !== "blob") {
          from = line + 1;
          continue;
        }
        texts.set(file, out.toString("utf8", line + 1, line + 1 + Number(size)));
        from = line + 2 + Number(size);
      }
      return texts;
    },
  };
}
