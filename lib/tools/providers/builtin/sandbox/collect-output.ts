import type { Readable } from "node:stream";

/** `text` is the beginning; of what came after it only the length is known. */
export type Output = { text: string; left_out_bytes: number };

/** Reads a pipe to its end and keeps the beginning. Gives what has come by now. */
export function collectOutput(
  pipe: Readable,
  kept_bytes: number,
  onBytes: (bytes: number) => void,
): () => Output {
  const pieces: Buffer[] = [];
  let kept = 0;
  let all = 0;
  pipe.on("data", (piece: Buffer) => {
    all += piece.length;
    const room = Math.min(piece.length, kept_bytes - kept);
    // A copy, so that no part of a piece keeps the whole of it in memory.
    if (room > 0) pieces.push(room === piece.length ? piece : Buffer.from(piece.subarray(0, room)));
    kept += room;
    onBytes(piece.length);
  });
  pipe.on("error", () => {}); // it was closed from here
  return () => {
    const cut = all > kept;
    // Of a text that was cut, half of a character at its end is left out.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const text = decoder.decode(Buffer.concat(pieces), { stream: cut });
    return { text: controlsShown(text), left_out_bytes: all - kept };
  };
}

/** What would steer a terminal is written by its picture (`␛`); tabs and the ends of lines stay. */
export function controlsShown(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}
