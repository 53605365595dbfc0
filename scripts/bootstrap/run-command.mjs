import { spawn } from "node:child_process";

const kept = 64 * 1024;

/**
 * Runs a program to its end and keeps the last 64 KiB it wrote. Ctrl-C or a request to end goes to the program first;
 * when it is gone this process ends too. `started` is told the program's process id.
 */
export function runCommand(command, args, { cwd, env, started = () => {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let asked;
    const keep = (chunk) => {
      output = (output + chunk).slice(-kept);
    };
    const forward = (signal) => {
      asked = signal;
      child.kill(signal);
    };
    const onInterrupt = () => forward("SIGINT");
    const onTerminate = () => forward("SIGTERM");
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate);
    const settle = () => {
      process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate);
      if (asked !== undefined) process.exit(asked === "SIGINT" ? 130 : 143);
    };
    child.on("spawn", () => started(child.pid));
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("close", (code, signal) => {
      settle();
      resolve({ code: code ?? signal, output });
    });
  });
}

/** The end of what a program wrote, for a person to read. */
export function lastLines(output, count = 25) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}
