import { sandboxLimits } from "./sandbox-limits.ts";

/**
 * What is run in a sandbox before any command is: each line looks for something that must be so in it, and the first
 * that is not so is what it prints. Run in an empty folder; `secret` is a file that exists outside.
 */
export function proof(secret: string): string {
  const checks: [string, string][] = [
    ["the folder cannot be written in", ": > here && [ -s here ] || [ -e here ]"],
    ["files outside can be seen", `[ ! -e ${quoted(secret)} ] && [ ! -e /home ] && [ ! -e /root ]`],
    ["/etc can be seen", "[ ! -e /etc/passwd ] && [ ! -e /etc/shadow ]"],
    ["other processes can be seen", "[ $$ -lt 100 ] && [ ! -e /proc/$PPID/root/sys ]"],
    ["/proc can be written to", "grep -q '^proc /proc proc ro,' /proc/mounts"],
    ["there is a network", '[ "$(grep -c : /proc/net/dev)" -le 1 ]'],
    ["it has capabilities", `grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status`],
    ["it may gain rights", `grep -q '^NoNewPrivs:[[:space:]]*1$' /proc/self/status`],
    ["system calls are not filtered", `grep -q '^Seccomp:[[:space:]]*2$' /proc/self/status`],
    ["devices can be changed", "! chmod 666 /dev/null 2>/dev/null"],
    ["the environment is not empty", '[ "$(env | wc -l)" -le 8 ]'],
    ["files may be of any size", `[ "$(ulimit -f)" -le ${sandboxLimits.file_bytes / 1024} ]`],
    ["memory has no limit", `[ "$(ulimit -d)" -le ${sandboxLimits.memory_bytes / 1024} ]`],
  ];
  return `${checks.map(([fault, holds]) => `{ ${holds}; } || { echo '${fault}'; exit 1; }`).join("\n")}\necho ${sandboxWorks}`;
}

/** The last and only word of a proof that holds. */
export const sandboxWorks = "ready";

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
