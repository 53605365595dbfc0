import type { SandboxFile } from "#lib/contracts/sandbox";

/** Files as a person picked them, by their bytes. */
export async function readFiles(files: readonly File[]): Promise<SandboxFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      base64: base64Of(new Uint8Array(await file.arrayBuffer())),
    })),
  );
}

/** How long a file is that is handed in. */
export function bytesOf({ text, base64 = "" }: SandboxFile): number {
  if (text !== undefined) return new TextEncoder().encode(text).byteLength;
  return (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
}

const PIECE = 0x8000;

function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(binary);
}
