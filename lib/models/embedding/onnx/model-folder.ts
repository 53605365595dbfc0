import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sha256 } from "#lib/platform/hash";
import { fingerprintBytes } from "../limits.ts";

/** The folder that a person names; `~` is their own. */
export function folderOf(name: string): string {
  const own = name.trim();
  return path.normalize(/^~(?:[/\\]|$)/.test(own) ? path.join(os.homedir(), own.slice(1)) : own);
}

/**
 * What stands for its model in place of an address: another model in the same folder has another, so that vectors of the two
 * are never compared. Where there is none to look at, the folder alone.
 */
export function addressOfFolder(name: string): string {
  const folder = folderOf(name);
  const { href } = pathToFileURL(path.join(folder, "/"));
  const print = fingerprint(path.join(folder, "model.onnx"));
  return print === undefined ? href : `${href}#${print}`;
}

/** The first file of an encoder that the folder lacks. */
export function missingFile(folder: string): string | undefined {
  if (!path.isAbsolute(folder)) return folder;
  return ["model.onnx", "tokenizer.json"]
    .map((file) => path.join(folder, file))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() !== true);
}

function fingerprint(file: string): string | undefined {
  let open: number;
  try {
    open = openSync(file, "r");
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(open);
    const bytes = Buffer.alloc(2 * fingerprintBytes);
    readSync(open, bytes, 0, fingerprintBytes, 0);
    const rest = Math.max(fingerprintBytes, size - fingerprintBytes);
    readSync(open, bytes, fingerprintBytes, fingerprintBytes, rest);
    return sha256(Buffer.concat([Buffer.from(`${size} `), bytes])).slice(0, 16);
  } catch {
    return undefined;
  } finally {
    closeSync(open);
  }
}
