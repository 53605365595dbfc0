import type { SandboxLimits } from "../../backend.ts";

/** A limit of the work folder was met. */
export class FilesFull extends Error {}

/**
 * The work folder of JavaScript: names and bytes in memory. A name is relative, with `/` between its parts; what else it
 * may be is judged where it is handed over.
 */
export function createFileStore(
  given: readonly { name: string; content: Uint8Array }[],
  limits: Pick<SandboxLimits, "files" | "file_bytes" | "total_bytes">,
) {
  const files = new Map(given.map(({ name, content }) => [name, content]));
  const before = new Map(files);
  let total = 0;

  return {
    list: () => [...files].map(([name, { length }]) => ({ name, bytes: length })),
    /** Throws a plain Error for the code where there is no such file. */
    read(name: string): Uint8Array {
      const content = files.get(name);
      if (content === undefined) throw new Error(`there is no file "${name.slice(0, 200)}"`);
      return content;
    },
    /** Throws FilesFull past a limit of what may be left. */
    write(name: string, content: Uint8Array): void {
      if (name === "" || name.length > 4096) throw new Error("a file has a name");
      const was = files.get(name);
      const own = before.get(name) === was ? 0 : (was?.length ?? 0);
      const written = total - own + content.length;
      const isNew = was === undefined || before.get(name) === was;
      if (content.length > limits.file_bytes || written > limits.total_bytes) throw new FilesFull();
      if (isNew && this.changed().length + 1 > limits.files) throw new FilesFull();
      total = written;
      files.set(name, content);
    },
    remove(name: string): void {
      const was = files.get(name);
      if (was !== undefined && before.get(name) !== was) total -= was.length;
      files.delete(name);
    },
    /** What is new, or other than it was handed in. */
    changed: () =>
      [...files].flatMap(([name, content]) => {
        const was = before.get(name);
        const same = was !== undefined && Buffer.compare(was, content) === 0;
        return same ? [] : [{ name, content }];
      }),
  };
}
export type FileStore = ReturnType<typeof createFileStore>;
