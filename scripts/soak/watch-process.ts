import { monitorEventLoopDelay } from "node:perf_hooks";

const everyMs = 5;
const mb = 1024 * 1024;

/**
 * What a piece of work costs the process it runs in: the longest pause of the event loop by the clock, which other
 * programs lengthen; the most this thread worked in one go, which they do not; and how far memory grew.
 */
export function watchProcess(): {
  stop(): { pause_ms: number; work_ms: number; grown_mb: number };
} {
  const delay = monitorEventLoopDelay({ resolution: everyMs });
  delay.enable();
  const before = process.memoryUsage.rss();
  let most_bytes = before;
  let used = process.threadCpuUsage();
  let work = 0;
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    work = Math.max(work, user + system);
    most_bytes = Math.max(most_bytes, process.memoryUsage.rss());
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      delay.disable();
      const grown_mb = (most_bytes - before) / mb;
      return { pause_ms: delay.max / 1e6, work_ms: work / 1000, grown_mb };
    },
  };
}
