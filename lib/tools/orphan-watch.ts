import { spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";

/**
 * Sees to it that no MCP server outlives this process, also one that was killed and could end nobody: a small shell
 * beside it holds the other end of a pipe and the groups that were named to it; when the pipe breaks it ends them, after
 * a while in which they can end by themselves. It starts with the first child. Windows has no such groups: there a server that ignores the end of its input stays.
 */
export type OrphanWatch = {
  add(pid: number | undefined): void;
  /** The group has ended: its number may soon be somebody else's. */
  drop(pid: number | undefined): void;
  close(): void;
};

// Reads "add N" and "drop N" until the pipe breaks. The signals of a terminal are for the program, not for its watch.
const script = `
trap '' HUP INT TERM
groups=' '
while read -r word group; do
  case $word in
    add) groups="$groups$group " ;;
    drop) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
sleep "$1"
for group in $groups; do kill -KILL "-$group" 2>/dev/null; done
`;

export function createOrphanWatch(deps: { log: Logger; grace_s?: number }): OrphanWatch {
  const { log, grace_s = 2 } = deps;
  const groups = new Set<number>();
  let shell: Writable | undefined;
  let closed = false;

  function start(): Writable {
    const started = spawn("/bin/sh", ["-c", script, "sh", String(grace_s)], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
      // Next's types ask for a NODE_ENV; a shell has no use for one.
      env: {} as NodeJS.ProcessEnv,
    });
    const lost = (error?: unknown) => {
      if (shell === started.stdin) shell = undefined; // the next child starts another
      if (!closed) log.warn(faultOf(error), "the watch over mcp servers ended");
    };
    started.once("error", lost);
    started.once("exit", lost);
    started.stdin.on("error", () => {});
    started.unref();
    // The pipe to a child is a socket, which would keep this process alive.
    if (started.stdin instanceof Socket) started.stdin.unref();
    return started.stdin;
  }

  return {
    add(pid) {
      if (pid === undefined || closed || process.platform === "win32") return;
      groups.add(pid);
      const added = shell === undefined ? [...groups] : [pid];
      shell ??= start();
      shell.write(added.map((group) => `add ${group}\n`).join(""));
    },
    drop(pid) {
      if (pid === undefined || !groups.delete(pid)) return;
      shell?.write(`drop ${pid}\n`);
    },
    close() {
      closed = true;
      shell?.end();
    },
  };
}
