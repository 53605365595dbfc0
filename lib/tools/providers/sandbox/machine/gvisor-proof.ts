import os from "node:os";

/**
 * What a shell looks for in a sandbox of gVisor before any code is run in one: the first thing that is not as it must be is
 * what it prints. `secret` is a file that exists outside.
 */
export function gvisorProof(secret: string, port: number): string {
  const checks: [string, string][] = [
    ["the folder cannot be written in", "echo x > here && [ -s here ]"],
    ["files outside can be seen", `[ ! -e '${secret}' ] && [ ! -e /home ] && [ ! -e /root ]`],
    ["/etc can be seen", "[ ! -e /etc/passwd ] && [ ! -e /etc/shadow ]"],
    [
      "the root can be written in",
      "! { echo x > /usr/bin/x; } 2>/dev/null && ! { echo x > /x; } 2>/dev/null",
    ],
    ["the kernel is that of the machine", `! grep -qF ' ${os.release()} ' /proc/version`],
    ["there is a network", `! { exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null`],
    ["it has capabilities", "grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status"],
    ["the environment is not empty", '[ "$(env | wc -l)" -le 8 ]'],
    ["files may be of any size", '[ "$(ulimit -f)" != unlimited ]'],
  ];
  return `${checks.map(([fault, holds]) => `{ ${holds}; } || { echo '${fault}'; exit 1; }`).join("\n")}\necho ready`;
}
