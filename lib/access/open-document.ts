import { fstatSync } from "node:fs";
import { readWhole, refusal, withJudgedFile } from "./open-judged.ts";
import type { Allowed } from "./verdict.ts";

export type OpenedDocument = {
  bytes: Buffer;
  stat: { size: number; mtime_ms: number; mtime_ns: bigint; ctime_ns: bigint; ino: bigint };
};

/**
 * Reads a file that was judged, and only that file, whole. Throws AppError with the path rule: `path_changed` when
 * another file stands there now or it changed while it was read.
 */
export function openDocument(
  verdict: Pick<Allowed, "real_path">,
  maxBytes: number,
): OpenedDocument {
  return withJudgedFile(verdict.real_path, ({ descriptor, stat: before }) => {
    if (before.size > BigInt(maxBytes)) throw refusal("too_large");
    const bytes = readWhole(descriptor, Number(before.size));
    const after = fstatSync(descriptor, { bigint: true });
    if (after.mtimeNs !== before.mtimeNs || after.size !== BigInt(bytes.length)) {
      throw refusal("path_changed");
    }
    return {
      bytes,
      stat: {
        size: bytes.length,
        mtime_ms: Number(after.mtimeNs / 1_000_000n),
        mtime_ns: after.mtimeNs,
        ctime_ns: after.ctimeNs,
        ino: after.ino,
      },
    };
  });
}
