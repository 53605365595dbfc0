import { AppError } from "#lib/contracts/errors";
import { terminalText } from "./terminal-text.ts";

/** A command with one call: its work, or how it is called (on stderr, exit 2) where the call makes no sense. */
export async function runCall<Call>(command: {
  usage: string;
  /** Undefined for a call that makes no sense. */
  readCall: (args: string[]) => Call | undefined;
  work: (call: Call, signal: AbortSignal) => Promise<number>;
}): Promise<number> {
  const call = command.readCall(process.argv.slice(2));
  if (call === undefined) {
    console.error(command.usage);
    return 2;
  }
  return runCommand(
    (signal) => command.work(call, signal),
    ({ message }) => message,
  );
}

/**
 * Does a command's work and gives its exit code: that of the work, 130 when it was broken off by a signal, 1 when it
 * failed, with the sentence of the failure on stderr.
 */
export async function runCommand(
  work: (signal: AbortSignal) => Promise<number>,
  sentence: (error: AppError) => string,
): Promise<number> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  try {
    return await work(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    console.error(error instanceof AppError ? terminalText(sentence(error)) : error);
    return 1;
  }
}
