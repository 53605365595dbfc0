import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import { type Access, type AccessOptions, createAccess } from "#lib/access/access";

/** A temporary folder with a root `notes`, its sibling `notes-evil`, a second root `more`, and a way to add to them. */
export type Scratch = {
  dir: string;
  at(...names: string[]): string;
  write(path: string, text?: string | Buffer): string;
  link(path: string, target: string): void;
  access(options?: Partial<AccessOptions>): Access;
  remove(): void;
};

export const canary = "CANARY-outside-the-roots";

export function createScratch(): Scratch {
  const dir = realpathSync(mkdtempSync(nodePath.join(os.tmpdir(), "docent-access-")));
  const at = (...names: string[]) => nodePath.join(dir, ...names);
  const scratch: Scratch = {
    dir,
    at,
    write(path, text = `# ${path}\n`) {
      mkdirSync(nodePath.dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
      return at(path);
    },
    link(path, target) {
      mkdirSync(nodePath.dirname(at(path)), { recursive: true });
      symlinkSync(target, at(path));
    },
    access: (options = {}) =>
      createAccess({
        roots: [
          { id: "notes", label: "Notes", path: at("notes") },
          { id: "more", label: "More", path: at("more") },
        ],
        deny: [],
        doc_file_patterns: ["**/*.md", "**/*.markdown", "**/*.mdx"],
        max_file_bytes: 8_388_608,
        allow_outside_project: true,
        project_dir: at("project"),
        home: at("project/.docent"),
        ...options,
      }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
  scratch.write("notes/a.md");
  scratch.write("notes/sub/b.md");
  scratch.write("more/c.md");
  scratch.write("notes-evil/secret.md", canary);
  scratch.write("outside/secret.md", canary);
  return scratch;
}
