import { z } from "zod";

const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  dur: z.number().default(0),
  tdur: z.number().default(0),
  args: z.object({ name: z.string().optional() }).optional(),
});
const Trace = z.object({ traceEvents: z.array(TraceEvent) });

/**
 * The longest task on a page's main thread in a Chromium trace: as long as it took, which on a busy machine holds the work of
 * others, and of any task the most that the thread itself worked.
 */
export function longestTask(trace: Buffer): { wall_ms: number; cpu_ms: number } {
  const { traceEvents } = Trace.parse(JSON.parse(trace.toString()));
  const threadOf = ({ pid, tid }: z.infer<typeof TraceEvent>) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => /(^|::)RunTask$/.test(event.name) && event.ph === "X" && mains.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error("The trace holds no task of the page.");
  return {
    wall_ms: Math.max(...tasks.map(({ dur }) => dur)) / 1000,
    cpu_ms: Math.max(...tasks.map(({ tdur }) => tdur)) / 1000,
  };
}
