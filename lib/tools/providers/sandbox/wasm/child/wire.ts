import fs from "node:fs";
import { type Frame, frameOf, readFrames } from "./frames.ts";
import type { FromInstance, ToInstance } from "./protocol.ts";

/**
 * The instance's end of its two pipes. Writing waits until it is written, so that what code printed before it hung is not
 * lost; reading goes on between its turns.
 */
export function tell(message: FromInstance, ...body: readonly Uint8Array[]): void {
  const frame = frameOf(message, ...body);
  let at = 0;
  while (at < frame.length) {
    try {
      at += fs.writeSync(1, frame, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") process.exit(1);
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Ends the process when the program closes the pipe or is gone. */
export function listen(onMessage: (message: ToInstance, body: Frame["body"]) => void): void {
  const take = readFrames({
    max_head: 64 * 1024 ** 2,
    max_body: () => 1024 ** 3,
    // The program is trusted; its messages are of its own making.
    onFrame: ({ head, body }) => onMessage(head as ToInstance, body),
    onFault: () => process.exit(1),
  });
  process.stdin.on("data", take);
  process.stdin.on("end", () => process.exit(0));
  process.stdin.on("error", () => process.exit(0));
}

/** What libraries print by themselves may not stand among the frames. */
export function keepPipeClean(): void {
  const aside = (...words: unknown[]) => {
    try {
      fs.writeSync(2, `${words.map(String).join(" ")}\n`);
    } catch {
      // nobody listens
    }
  };
  for (const name of ["log", "info", "debug", "warn", "error", "trace"] as const) {
    console[name] = aside;
  }
}
