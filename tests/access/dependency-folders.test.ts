import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dependenciesBy } from "#lib/access/dependency-folders";
import { ignoresCase } from "#lib/access/path-form";
import { surveyFolder } from "#lib/access/survey-folder";
import { createScratch, type Scratch } from "./scratch.ts";

/** The outermost folder of dependencies on the way to a file, where these files stand and no others. */
function folderOf(path: string, files: readonly string[] = [], ignore_case = false) {
  const holds = (names: readonly string[]) => files.includes(names.join("/"));
  return dependenciesBy({ ignore_case }).folderOf(path.split("/"), "file", holds)?.join("/");
}

describe("which folder is one of dependencies, by names and the files that tell", () => {
  it.each([
    ["node_modules/left-pad/README.md", "node_modules"],
    ["app/node_modules/a/node_modules/b/README.md", "app/node_modules"],
    [".venv/x.md", ".venv"],
    [
      "envs/mine/lib/python3.12/site-packages/numpy/README.md",
      "envs/mine/lib/python3.12/site-packages",
    ],
    ["bower_components/jquery/README.md", "bower_components"],
    ["__pypackages__/3.12/x.md", "__pypackages__"],
    [".tox/py312/x.md", ".tox"],
    [".gradle/x.md", ".gradle"],
    [".cargo/registry/src/serde/README.md", ".cargo/registry"],
    ["go/pkg/mod/example.com/x/README.md", "go/pkg/mod"],
  ])("%s", (path, folder) => expect(folderOf(path)).toBe(folder));

  it.each([
    [
      "vendor",
      ["composer.lock", "composer.json", "go.mod", "go.sum", "Gemfile.lock", "Cargo.lock"],
    ],
    ["target", ["Cargo.toml", "pom.xml"]],
    ["dist", ["package.json", "pyproject.toml"]],
    ["build", ["package.json", "build.gradle", "build/CMakeCache.txt"]],
    ["venv", ["venv/pyvenv.cfg", "venv/conda-meta/history"]],
    ["Pods", ["Podfile", "Podfile.lock"]],
  ])("%s only where a file tells", (folder, told) => {
    expect(folderOf(`${folder}/a.md`)).toBeUndefined();
    expect(folderOf(`work/${folder}/deep/a.md`)).toBeUndefined();
    for (const file of told) {
      expect([file, folderOf(`${folder}/deep/a.md`, [file])]).toEqual([file, folder]);
      expect(folderOf(`work/${folder}/a.md`, [`work/${file}`])).toBe(`work/${folder}`);
      // One that stands elsewhere tells nothing: above, below, or beside another folder.
      expect(folderOf(`work/${folder}/a.md`, [file])).toBeUndefined();
      expect(
        folderOf(`${folder}/a.md`, [`${folder}/deep/${file}`, `other/${file}`]),
      ).toBeUndefined();
    }
  });

  it("leaves names alone that only resemble one, and files", () => {
    for (const path of [
      "node_modules.md",
      "node_modules",
      "node_modules_notes/a.md",
      "my-node_modules/a.md",
      " node_modules/a.md",
      "node_modules /a.md",
      "registry/a.md",
      "cargo/registry/a.md",
      "pkg/mod/a.md",
      "docs/vendor.md",
    ]) {
      expect([path, folderOf(path, ["package.json", "composer.lock"])]).toEqual([path, undefined]);
    }
  });

  it("takes letters as the system does", () => {
    expect(folderOf("Node_Modules/a.md")).toBeUndefined();
    expect(folderOf("Node_Modules/a.md", [], true)).toBe("Node_Modules");
    expect(folderOf("pods/a.md", ["Podfile"])).toBeUndefined();
    expect(folderOf("pods/a.md", ["Podfile"], true)).toBe("pods");
  });

  it("knows every folder that a file turns, so that a watch misses none", () => {
    const { folderOf: of, touchedBy } = dependenciesBy({ ignore_case: false });
    const name = fc.constantFrom(
      ...["a", "vendor", "target", "build", "dist", "venv", "env", "Pods", "conda-meta", "deps"],
    );
    const file = fc.constantFrom(
      ...["composer.lock", "go.mod", "Cargo.toml", "package.json", "CMakeCache.txt", "pyvenv.cfg"],
      ...["history", "Podfile", "mix.exs", "a.md"],
    );
    const folder = fc.array(name, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(folder, folder, file, (judged, above, last) => {
        const marker = [...above, last].join("/");
        const before = of(judged, "folder", () => false)?.join("/");
        const after = of(judged, "folder", (names) => names.join("/") === marker)?.join("/");
        if (before === after) return;
        expect(touchedBy(marker.split("/")).map((one) => one.join("/"))).toContain(after);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe("a path in a folder of dependencies", () => {
  let scratch: Scratch;
  beforeEach(() => {
    scratch = createScratch();
    scratch.write("notes/node_modules/left-pad/README.md");
    scratch.write("notes/vendor/acme/README.md");
  });
  afterEach(() => scratch.remove());

  const ruleOf = async (path: string, more = {}, root: string | undefined = "notes") => {
    const verdict = await scratch.access(more).judge(path, root);
    return verdict.kind === "allowed" ? "allowed" : verdict.rule;
  };
  const roots = (path: string, more = {}) => ({
    roots: [{ id: "notes", label: "Notes", path: scratch.at(path), ...more }],
  });

  it("is refused with the rule, a sentence that says what to do, and the setting", async () => {
    const verdict = await scratch.access().judge("node_modules/left-pad/README.md", "notes");
    expect(verdict).toMatchObject({
      kind: "refused",
      rule: "dependency_folder",
      setting: "doc_access.roots[].include_dependencies",
      missing: false,
    });
    expect(verdict.kind === "refused" && verdict.message).toMatch(/turn on .* in Settings/);
  });

  it("is refused under every name it has", async () => {
    const names = [
      "sub/../node_modules/left-pad/README.md",
      "./node_modules//left-pad/./README.md",
      "node_modules/left-pad/../left-pad/README.md",
      scratch.at("notes/node_modules/left-pad/README.md"),
    ];
    for (const name of names)
      expect([name, await ruleOf(name)]).toEqual([name, "dependency_folder"]);
    expect(await ruleOf("node_modules/left-pad/README.md", {}, undefined)).toBe(
      "dependency_folder",
    );
    expect(await ruleOf("node_modules/../a.md")).toBe("allowed");
  });

  it("is refused through a link, and a link among the dependencies does not close what is the person's", async () => {
    scratch.link("notes/pad.md", scratch.at("notes/node_modules/left-pad/README.md"));
    scratch.link("notes/pads", scratch.at("notes/node_modules/left-pad"));
    scratch.link("notes/node_modules/own", scratch.at("notes/sub"));
    scratch.link("more/pads", scratch.at("notes/node_modules/left-pad"));
    expect(await ruleOf("pad.md")).toBe("dependency_folder");
    expect(await ruleOf("pads/README.md")).toBe("dependency_folder");
    expect(await ruleOf("pads/README.md", {}, "more")).toBe("dependency_folder");
    expect(await ruleOf("node_modules/own/b.md")).toBe("allowed");
  });

  it("is judged by what stands there now: a lock file that comes and goes, not a folder of its name", async () => {
    expect(await ruleOf("vendor/acme/README.md")).toBe("allowed");
    scratch.write("notes/go.sum/a.md");
    expect(await ruleOf("vendor/acme/README.md")).toBe("allowed");
    scratch.write("notes/composer.lock", "{}");
    expect(await ruleOf("vendor/acme/README.md")).toBe("dependency_folder");
  });

  it("is read where the folder says so, or lies in such a folder itself", async () => {
    const included = roots("notes", { include_dependencies: true });
    expect(await ruleOf("node_modules/left-pad/README.md", included)).toBe("allowed");
    expect(await ruleOf("README.md", roots("notes/node_modules/left-pad"))).toBe("allowed");
    expect(await ruleOf("left-pad/README.md", roots("notes/node_modules"))).toBe("allowed");
    scratch.write("notes/node_modules/left-pad/node_modules/deep/README.md");
    expect(await ruleOf("node_modules/deep/README.md", roots("notes/node_modules/left-pad"))).toBe(
      "dependency_folder",
    );
    const nested = {
      roots: [...roots("notes").roots, { ...roots("notes/node_modules").roots[0], id: "inner" }],
    };
    const given = scratch.at("notes/node_modules/left-pad/README.md");
    expect(await scratch.access(nested as never).judge(given)).toMatchObject({
      kind: "allowed",
      root: { id: "inner" },
    });
  });

  it.skipIf(ignoresCase)("is a document where the name differs in case", async () => {
    scratch.write("notes/Node_Modules/a.md");
    expect(await ruleOf("Node_Modules/a.md")).toBe("allowed");
  });

  it("never opens what the denylist closes, though dependencies are included", async () => {
    scratch.write("notes/node_modules/left-pad/.env.md");
    const included = roots("notes", { include_dependencies: true, hidden: true });
    expect(await ruleOf("node_modules/left-pad/.env.md", included)).toBe("denylisted");
  });

  it("counts as one folder in a look before it is added", async () => {
    scratch.write("notes/node_modules/other/README.md");
    scratch.write("notes/composer.lock", "{}");
    const survey = async (more = {}) => {
      const found = await surveyFolder(
        { path: scratch.at("notes"), ...more },
        {
          options: {
            roots: [],
            deny: [],
            doc_file_patterns: ["**/*.md"],
            max_file_bytes: 1000,
            allow_outside_project: true,
            project_dir: scratch.at("project"),
            home: scratch.at("project/.docent"),
          },
          max_files: 100,
          clock: { now: () => new Date(0), monotonic: () => 0 },
          signal: new AbortController().signal,
        },
      );
      if (found.kind === "closed") throw new Error(found.root.reason);
      const closed = found.denied.find(({ rule }) => rule === "dependency_folder");
      return { files: found.files, closed };
    };
    const closed = await survey();
    expect([closed.files, closed.closed?.count, closed.closed?.examples.sort()]).toEqual([
      2,
      2,
      ["node_modules", "vendor"],
    ]);
    expect(await survey({ include_dependencies: true })).toEqual({ files: 5, closed: undefined });
  });
});
