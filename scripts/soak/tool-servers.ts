import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Figure } from "../../bench/results-file.ts";
import { call, closeOddSessions, oddSession } from "../../tests/tools/odd-session.ts";

const megabyte = 1 << 20;
const killedHost = fileURLToPath(new URL("../../tests/tools/killed-host.ts", import.meta.url));

/** What a tool server that misbehaves costs: until its call has failed, and in memory; each time the next call is made. */
export async function soakToolServers(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const tell = (row: string, what: string, value: number, unit: string, limit: number) =>
    figures.push({ row, what, value, unit, limit: `≤ ${limit}`, ok: value <= limit });

  for (const [row, tool, args, limit_ms] of [
    ["R09", "die", {}, 1000],
    ["R09", "leave", {}, 1000],
    ["R11", "garbage", {}, 1000],
    ["R11", "long_line", { bytes: 512 * megabyte }, 10_000],
    ["R11", "ping_storm", { pings: 200_000 }, 10_000],
    ["R12", "flood_stderr", { bytes: 64 * megabyte }, 10_000],
  ] as const) {
    const { session } = oddSession({ timeout_ms: 10_000 });
    await call(session, "echo", { text: "warm" });
    const watched = watchMemory();
    const ms = await time(() => call(session, tool, args).catch(() => undefined));
    const next = await call(session, "echo", { text: "next" });
    tell(row, `${tool}: the call has ended`, Math.round(ms), "ms", limit_ms);
    tell(row, `${tool}: memory of ours, more`, watched(), "MB", 64);
    const wrong = JSON.stringify(next.structured) === '{"text":"next"}' ? 0 : 1;
    tell(row, `${tool}: next calls not answered`, wrong, "", 0);
    await closeOddSessions();
  }

  const { session } = oddSession({ timeout_ms: 10_000, grace_ms: 1000 });
  await call(session, "echo", { text: "warm" });
  const hung = await time(() => call(session, "block").catch(() => undefined));
  tell("R10", "block: the call has ended", Math.round(hung), "ms", 10_500);
  await call(session, "echo", { text: "next" });
  tell("R10", "block: servers started again", session.status().restarts, "", 1);
  await closeOddSessions();

  const host = spawn(process.execPath, [killedHost], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(host.stdout, "data")) as [Buffer];
  const { server, child } = JSON.parse(said.toString()) as { server: number; child: number };
  host.kill("SIGKILL");
  const gone = await time(async () => {
    while (lives(server) || lives(child)) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  tell("R12", "server and its child after kill -9 of the program", Math.round(gone), "ms", 5000);
  return figures;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** By how many MB this process was larger than now, at most, until the function it returns is called. */
function watchMemory(): () => number {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.round((Math.max(most, process.memoryUsage.rss()) - before) / megabyte);
  };
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
