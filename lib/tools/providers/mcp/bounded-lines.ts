/**
 * Cuts a byte stream into lines, ended by LF, and never holds more than `max_bytes` of one. A longer line is handed to
 * `onLong` once, with its beginning, and the rest of it is thrown away. An empty rest after the last LF is no line.
 */
export function boundedLines(options: {
  max_bytes: number;
  onLine: (line: Buffer) => void;
  onLong: (beginning: Buffer) => void;
}): { push(chunk: Buffer): void; end(): void } {
  const { max_bytes, onLine, onLong } = options;
  let held: Buffer[] = [];
  let bytes = 0;
  /** Inside a line that was too long, up to its end. */
  let skipping = false;

  function take(piece: Buffer): void {
    if (skipping || piece.length === 0) return;
    held.push(piece);
    bytes += piece.length;
    if (bytes <= max_bytes) return;
    const beginning = Buffer.concat(held).subarray(0, max_bytes);
    held = [];
    bytes = 0;
    skipping = true;
    onLong(beginning);
  }

  function finish(): void {
    if (!skipping) {
      const [only] = held;
      onLine(held.length === 1 && only !== undefined ? only : Buffer.concat(held, bytes));
    }
    held = [];
    bytes = 0;
    skipping = false;
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      take(chunk.subarray(from));
    },
    end() {
      if (bytes > 0) finish();
    },
  };
}
