/**
 * Folders that a package manager or a build fills: what lies in them is nobody's own document. A name that only such
 * programs give is enough; one that a person may give as well (`vendor`, `build`) counts only beside or around the file
 * that tells, so that a folder of a person's is never left out for its name. Judged are the names below a root alone: who
 * adds a folder inside `node_modules` means it. Where case matters to the system, `Node_Modules` is another name.
 */
type Marked = {
  names: readonly string[];
  /** Files of which one stands next to the folder. */
  beside?: readonly string[];
  /** Files of which one stands in it. */
  inside?: readonly string[];
};

const always: readonly string[] = [
  ...["node_modules", "bower_components", "jspm_packages", ".pnpm-store", ".npm"],
  ...["site-packages", "dist-packages", "__pypackages__", "__pycache__", ".venv", ".tox", ".nox"],
  ...[
    ".eggs",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".gradle",
    ".pub-cache",
    ".dart_tool",
  ],
  ...[".next", ".nuxt", ".svelte-kit", ".parcel-cache", ".turbo", ".terraform", ".bundle"],
  ...["elm-stuff", ".stack-work", "dist-newstyle"],
];

/** Names in a row. */
const runs: readonly (readonly string[])[] = [
  [".cargo", "registry"],
  [".cargo", "git"],
  [".rustup", "toolchains"],
  [".m2", "repository"],
  [".nuget", "packages"],
  [".yarn", "cache"],
  [".yarn", "unplugged"],
  [".conda", "pkgs"],
  ["go", "pkg", "mod"],
  ["Library", "PackageCache"],
];

const javascript = ["package.json"];
const python = ["pyproject.toml", "setup.py", "setup.cfg"];
const gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

const marked: readonly Marked[] = [
  {
    names: ["vendor"],
    beside: [
      ...["composer.json", "composer.lock", "go.mod", "go.sum", "go.work"],
      ...["Gemfile.lock", "gems.locked", "Cargo.toml", "Cargo.lock"],
    ],
  },
  { names: ["target"], beside: ["Cargo.toml", "Cargo.lock", "pom.xml", "build.sbt"] },
  { names: ["dist"], beside: [...javascript, ...python] },
  {
    names: ["build"],
    beside: [...javascript, ...python, ...gradle, "pubspec.yaml"],
    inside: ["CMakeCache.txt"],
  },
  { names: ["venv", "env", "virtualenv"], inside: ["pyvenv.cfg", "conda-meta/history"] },
  { names: ["Pods"], beside: ["Podfile", "Podfile.lock"] },
  { names: ["Carthage"], beside: ["Cartfile", "Cartfile.resolved"] },
  { names: [".build"], beside: ["Package.swift"] },
  { names: ["deps"], beside: ["mix.exs", "mix.lock"] },
  { names: ["_build"], beside: ["mix.exs", "mix.lock", "rebar.config", "dune-project"] },
  { names: ["_site"], beside: ["_config.yml", "_config.yaml"] },
  { names: ["packages"], beside: ["packages.config"] },
];

export type Dependencies = {
  /**
   * The outermost such folder among those that these names lead through, as names; the last name counts when it is a
   * folder's. `holds` says whether a file stands at these names. The first `passed` names lead to no such folder.
   */
  folderOf(
    names: readonly string[],
    kind: "file" | "folder",
    holds: (names: readonly string[]) => boolean,
    passed?: number,
  ): readonly string[] | undefined;
  /** The folders whose verdict may change when something comes or goes at these names. */
  touchedBy(names: readonly string[]): (readonly string[])[];
};

export function dependenciesBy({ ignore_case }: { ignore_case: boolean }): Dependencies {
  const fold = (name: string) => (ignore_case ? name.toLowerCase() : name);
  const alone = new Set(always.map(fold));
  const foldedRuns = Map.groupBy(
    runs.map((run) => run.map(fold)),
    (run) => run.at(-1) ?? "",
  );
  const byName = new Map<string, Marked>();
  /** By the name of the file that tells: the folders next to it, and the names that the one around it must have. */
  const nextTo = new Map<string, string[]>();
  const around = new Map<string, { name: string; up: number }[]>();
  for (const kind of marked) {
    for (const name of kind.names) {
      byName.set(fold(name), kind);
      for (const file of kind.beside ?? [])
        nextTo.set(fold(file), [...(nextTo.get(fold(file)) ?? []), name]);
      for (const file of kind.inside ?? []) {
        const parts = file.split("/");
        const last = fold(parts.at(-1) ?? "");
        around.set(last, [...(around.get(last) ?? []), { name: fold(name), up: parts.length }]);
      }
    }
  }

  function isOne(folder: readonly string[], holds: (names: readonly string[]) => boolean): boolean {
    const name = fold(folder.at(-1) ?? "");
    if (alone.has(name)) return true;
    const ends = foldedRuns.get(name)?.some((run) => {
      const from = folder.length - run.length;
      return from >= 0 && run.every((part, i) => part === fold(folder[from + i] ?? ""));
    });
    if (ends === true) return true;
    const kind = byName.get(name);
    if (kind === undefined) return false;
    const above = folder.slice(0, -1);
    return (
      kind.beside?.some((file) => holds([...above, file])) === true ||
      kind.inside?.some((file) => holds([...folder, ...file.split("/")])) === true
    );
  }

  const mayBeOne = (name: string) => alone.has(name) || foldedRuns.has(name) || byName.has(name);

  return {
    folderOf(names, kind, holds, passed = 0) {
      const end = kind === "folder" ? names.length : names.length - 1;
      for (let at = passed; at < end; at++) {
        if (!mayBeOne(fold(names[at] ?? ""))) continue;
        const folder = names.slice(0, at + 1);
        if (isOne(folder, holds)) return folder;
      }
      return undefined;
    },
    touchedBy(names) {
      const name = fold(names.at(-1) ?? "");
      const above = names.slice(0, -1);
      const inner = (around.get(name) ?? []).flatMap((one) => {
        const folder = names.slice(0, -one.up);
        return fold(folder.at(-1) ?? "") === one.name ? [folder] : [];
      });
      return [
        ...(mayBeOne(name) ? [names] : []),
        ...(nextTo.get(name) ?? []).map((folder) => [...above, folder]),
        ...inner,
      ];
    },
  };
}

/** Every name that counts, and every file that tells, for whoever shows them. */
export function dependencyNames(): string[] {
  const told = marked.flatMap(({ names, beside = [], inside = [] }) => [
    ...names,
    ...beside,
    ...inside,
  ]);
  return [...new Set([...always, ...runs.map((run) => run.join("/")), ...told])];
}
