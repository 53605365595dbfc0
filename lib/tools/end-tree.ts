import { spawn } from "node:child_process";

/**
 * Ends at once whatever is left of the group that a child heads, the child included. A process that left the group on
 * its own (a daemon) is out of reach. On Windows the tree of children is ended as the system knows it.
 */
export function endTree(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    const ending = spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    ending.on("error", () => {}); // not there, or nothing left to end
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // nobody is left
  }
}
