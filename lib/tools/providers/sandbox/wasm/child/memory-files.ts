import type { SandboxLimits, SandboxRun } from "../../backend.ts";

/** What is used of the file system of Emscripten. */
type FileSystem = {
  readdir(path: string): string[];
  lstat(path: string): { mode: number; size: number };
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  isLink(mode: number): boolean;
  readFile(path: string): Uint8Array;
  filesystems: { MEMFS: MemoryFiles };
  /** By their descriptors; those that were closed are empty. */
  streams: readonly ({ node?: Node } | null | undefined)[];
  ignorePermissions: boolean;
};
type Node = {
  mode: number;
  usedBytes: number;
  name: string;
  parent: { contents?: Record<string, unknown> };
};
type Write = (
  stream: { node: Node },
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
  canOwn?: boolean,
) => number;
type MemoryFiles = {
  resizeFileStorage(node: Node, size: number): void;
  createNode(...args: unknown[]): unknown;
  stream_ops: { write: Write };
  ops_table: { file: { stream: { write: Write } } };
};

/** Folders of which foreign code may make files. */
const writable = ["/work", "/tmp", "/home"];

/**
 * Its files lie in the memory of the process and not in that of the engine, so the limit on them is asked here: before
 * room is made for a file, and before a name is.
 */
export function limitFiles(
  fileSystem: unknown,
  limits: Pick<SandboxLimits, "files" | "file_bytes" | "total_bytes">,
  onFull: () => never,
): void {
  const files = fileSystem as FileSystem;
  const { MEMFS } = files.filesystems;
  const { createNode, resizeFileStorage } = MEMFS;
  const { write } = MEMFS.stream_ops;
  const before = standing(files);
  let made = 0;
  let grown = 0;
  const grow = (node: Node, size: number) => {
    if (size > limits.file_bytes) onFull();
    const more = Math.max(0, size - node.usedBytes);
    grown += more;
    if (grown <= limits.total_bytes) return;
    // What was taken away meanwhile counts no more, unless it is open.
    grown = standing(files).bytes - before.bytes + more;
    if (grown > limits.total_bytes) onFull();
  };
  const limited: Write = (stream, buffer, offset, length, position, canOwn) => {
    grow(stream.node, position + length);
    return write.call(MEMFS.stream_ops, stream, buffer, offset, length, position, canOwn);
  };
  MEMFS.stream_ops.write = limited;
  MEMFS.ops_table.file.stream.write = limited;
  MEMFS.resizeFileStorage = (node, size) => {
    grow(node, size);
    resizeFileStorage.call(MEMFS, node, size);
  };
  MEMFS.createNode = (...args) => {
    made++;
    if (made > limits.files) {
      made = standing(files).count - before.count + 1;
      if (made > limits.files) onFull();
    }
    return createNode.apply(MEMFS, args);
  };
}

function standing(files: FileSystem): { count: number; bytes: number } {
  const all = { count: 0, bytes: 0 };
  for (const folder of writable) {
    walk(files, folder, ({ size }) => {
      all.count++;
      all.bytes += size;
    });
  }
  for (const { usedBytes } of heldOpen(files)) {
    all.count++;
    all.bytes += usedBytes;
  }
  return all;
}

/** Files whose names were taken away while they are open: they keep their room. */
function heldOpen(files: FileSystem): Set<Node> {
  const nodes = files.streams.flatMap((stream) => stream?.node ?? []);
  return new Set(
    nodes.filter((node) => files.isFile(node.mode) && node.parent.contents?.[node.name] !== node),
  );
}

/** Regular files below a folder, by their names from there; of the rest, why they stay. */
export function leftInFolder(
  fileSystem: unknown,
  folder: string,
): { files: { name: string; content: Uint8Array }[]; left_out: { name: string; rule: string }[] } {
  const files = fileSystem as FileSystem;
  const left: { name: string; content: Uint8Array }[] = [];
  const left_out: SandboxRun["left_out"][number][] = [];
  walk(files, folder, ({ path, mode }) => {
    const name = path.slice(folder.length + 1);
    if (files.isFile(mode)) left.push({ name, content: files.readFile(path) });
    else if (files.isLink(mode)) left_out.push({ name, rule: "symlink_escape" });
    else if (!files.isDir(mode)) left_out.push({ name, rule: "not_regular_file" });
  });
  return { files: left, left_out: left_out.slice(0, 100) };
}

/** Also through folders that the code has closed against itself. */
function walk(
  files: FileSystem,
  top: string,
  visit: (one: { path: string; mode: number; size: number }) => void,
): void {
  const before = files.ignorePermissions;
  files.ignorePermissions = true;
  try {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const name of namesIn(files, folder)) {
        const path = `${folder}/${name}`;
        const { mode, size } = files.lstat(path);
        visit({ path, mode, size: files.isFile(mode) ? size : 0 });
        if (files.isDir(mode)) waiting.push(path);
      }
    }
  } finally {
    files.ignorePermissions = before;
  }
}

function namesIn(files: FileSystem, folder: string): string[] {
  try {
    return files.readdir(folder).filter((name) => name !== "." && name !== "..");
  } catch {
    return []; // it was taken away
  }
}
