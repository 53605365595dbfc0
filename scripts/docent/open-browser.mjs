import { spawn } from "node:child_process";

/**
 * Shows an address of ours in the person's browser, as the system does it. The address is printed anyway, so where there is
 * no screen or no such program nothing more is said.
 */
export function openBrowser(address, { platform, env } = process) {
  const [command, ...args] = browserCommand(address, platform, env) ?? [];
  if (command === undefined) return;
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}

/** Undefined where nobody would see it. No shell reads the address. */
export function browserCommand(address, platform, env) {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open", address] : undefined;
}
