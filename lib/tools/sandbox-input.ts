import { SANDBOX_INPUT_BYTES, type SandboxFile } from "#lib/contracts/sandbox";
import { foldedName } from "#lib/platform/folded-name";
import { nameProblem } from "#lib/platform/portable-name";
import { saidError } from "#lib/platform/said-error";

export type InputFile = { name: string; content: Uint8Array };

/** Folders in a name, and letters of one: nobody means more. */
const DEEPEST = 8;
const LONGEST = 255;
const MIB = 1024 * 1024;

/**
 * The files that code is given, their bytes decoded. A name is a relative path with `/` whose every part is a plain name on
 * every system; two files never share one, and no file stands where another one has its folder. Throws `invalid_path` or
 * `too_large`; nothing was written then.
 */
export function inputFiles(files: readonly SandboxFile[]): InputFile[] {
  const taken = new Set<string>();
  const folders = new Set<string>();
  let bytes = 0;
  return files.map(({ name, text, base64 }) => {
    refuseName(name);
    const parts = foldedName(name).split("/");
    const above = parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
    const own = parts.join("/");
    if (taken.has(own) || folders.has(own) || above.some((folder) => taken.has(folder))) {
      throw saidError("invalid_path", "snippet.name_taken", { name: name.slice(0, 80) });
    }
    taken.add(own);
    for (const folder of above) folders.add(folder);
    const content = text === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(text);
    bytes += content.byteLength;
    if (bytes > SANDBOX_INPUT_BYTES) {
      throw saidError("too_large", "snippet.input_too_large", { mib: SANDBOX_INPUT_BYTES / MIB });
    }
    return { name, content };
  });
}

function refuseName(name: string): void {
  const parts = name.split("/");
  const shown = JSON.stringify(name.slice(0, 80)).slice(1, -1);
  if (parts.length > DEEPEST || name.length > LONGEST || parts.some((part) => nameProblem(part))) {
    throw saidError("invalid_path", "snippet.name", { name: shown });
  }
}
