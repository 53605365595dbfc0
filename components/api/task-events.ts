import { ApiProblem } from "./problem.ts";
import { send } from "./send.ts";
import { tasksApi } from "./tasks.ts";

/** How long it waits before it comes again where the line was cut. */
const AGAIN_MS = 2000;

/**
 * Calls `told` whenever a task tells something, until it has ended or the signal fires. Where the line is cut it comes
 * again, and goes on behind the last that it heard.
 */
export async function followTask(id: string, told: () => void, signal: AbortSignal): Promise<void> {
  let last = "0";
  while (!signal.aborted) {
    try {
      const headers = { "last-event-id": last };
      const response = await send(tasksApi.events(id), { cache: "no-store", headers, signal });
      if (response.status === 204) return told();
      const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let piece = await pieces?.read(); piece?.done === false; piece = await pieces?.read()) {
        rest += piece.value;
        const whole = rest.lastIndexOf("\n\n") + 2;
        if (whole < 2) continue;
        last = [...rest.slice(0, whole).matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? last;
        rest = rest.slice(whole);
        told();
      }
      // It ended, as it does with the task; a 204 says so the next time.
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiProblem && error.kind === "refused") return told();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
