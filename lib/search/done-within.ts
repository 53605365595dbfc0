/**
 * Whether the work has ended before the time was up; it goes on by itself, and whoever began it hears of a failure that
 * comes too late. Rejects when it fails, and with the signal's reason when the call is cancelled.
 */
export function doneWithin(
  ms: number,
  work: Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => end(() => resolve(false)), Math.max(0, ms));
    const end = (tell: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      tell();
    };
    signal.addEventListener("abort", cancel);
    work.then(
      () => end(() => resolve(true)),
      (error: unknown) => end(() => reject(error)),
    );
    if (ms <= 0) end(() => resolve(false));
    else if (signal.aborted) cancel();
  });
}
