import { shellWords } from "#lib/contracts/shell-words";
import { nameOf, type ShellCommand, shellCommands } from "./shell-commands.ts";

/**
 * The entry of the denylist that a command falls under, or undefined. It stands in front of the question to a person and
 * keeps plain accidents from being asked about; it is a seat belt and not the wall: a command that is put together while it
 * runs cannot be read beforehand. `more` are entries of the person's own: a command, or a command with arguments that it
 * must have; `*` in the command's name stands for any letters.
 */
export function deniedCommand(text: string, more: readonly string[] = []): string | undefined {
  const bomb = forkBomb.test(text) ? ":(){ :|:& };:" : undefined;
  const own = more.map(readEntry);
  const said = own.find((entry) => entry.text?.(text))?.entry;
  return bomb ?? said ?? deniedIn(shellCommands(text), [...builtIn, ...own], 0);
}

type Entry = {
  entry: string;
  denies: (command: ShellCommand) => boolean;
  /** Where it is of signs that no single command holds. */
  text?: (text: string) => boolean;
};

/** A shell in a shell in a shell … */
const DEEPEST = 8;

function deniedIn(
  commands: readonly ShellCommand[],
  entries: readonly Entry[],
  depth: number,
): string | undefined {
  for (const command of commands) {
    const found = entries.find(({ denies }) => denies(command));
    if (found !== undefined) return found.entry;
    if (depth >= DEEPEST) continue;
    const inner =
      deniedIn(started(command), entries, DEEPEST) ??
      deniedIn([command, ...started(command)].flatMap(scripted), entries, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** What a command may start of its own arguments. Where that begins is each one's own: every word may be the first. */
function started({ name, args, ...rest }: ShellCommand): ShellCommand[] {
  if (!starters.has(name)) return [];
  return args.map((word, i) => ({ ...rest, name: nameOf(word), args: args.slice(i + 1) }));
}

/** The commands in a text that a command is given to run. */
function scripted({ name, args, reads }: ShellCommand): ShellCommand[] {
  if (shells.has(name)) {
    const at = args.findIndex((arg) => /^-[A-Za-z]*c[A-Za-z]*$/.test(arg));
    const script = at < 0 ? undefined : args.slice(at + 1).find((arg) => !/^[-+]/.test(arg));
    const texts = script === undefined ? reads : [script, ...reads];
    return texts.flatMap((one) => shellCommands(one));
  }
  if (name === "eval") return shellCommands(args.join(" "));
  if (name === "trap") return shellCommands(args.find((arg) => !arg.startsWith("-")) ?? "");
  return [];
}

const shells = new Set(["bash", "sh", "dash", "ash", "zsh", "ksh", "rbash"]);
const starters = new Set([
  ...["sudo", "doas", "su", "env", "command", "builtin", "exec", "nice", "ionice", "nohup"],
  ...["timeout", "time", "stdbuf", "setsid", "xargs", "parallel", "watch", "busybox", "chroot"],
  ...["unshare", "nsenter", "find", "fd", "fdfind", "script", "strace", "taskset", "chrt"],
]);

const forkBomb = /([\w:.]+)\s*(?:\(\s*\)\s*)?\{\s*\1\s*\|\s*\1\s*&\s*;?\s*\}/;

const builtIn: Entry[] = [
  {
    entry: "rm -r /",
    denies: (one) =>
      one.name === "rm" && has(one, "r", "R", "recursive") && one.args.some(isWholeTree),
  },
  {
    entry: "rm --no-preserve-root",
    denies: ({ name, args }) => name === "rm" && args.includes("--no-preserve-root"),
  },
  {
    entry: "chmod -R /",
    denies: (one) =>
      ["chmod", "chown", "chgrp"].includes(one.name) &&
      has(one, "R", "recursive") &&
      one.args.some(isWholeTree),
  },
  {
    entry: "mv /",
    denies: ({ name, args }) => name === "mv" && args.slice(0, -1).some(isWholeTree),
  },
  {
    entry: "find / -delete",
    denies: ({ name, args }) =>
      name === "find" && args.includes("-delete") && args.some(isWholeTree),
  },
  {
    entry: "dd of=/dev/",
    denies: ({ name, args }) =>
      name === "dd" && args.some((arg) => arg.startsWith("of=") && isDisk(arg.slice(3))),
  },
  { entry: "> /dev/", denies: ({ writes }) => writes.some(isDisk) },
  {
    entry: "tee /dev/",
    denies: ({ name, args }) =>
      ["tee", "cp", "mv", "shred", "truncate", "install", "ln"].includes(name) && args.some(isDisk),
  },
  {
    entry: "kill -9 -1",
    denies: ({ name, args }) => name === "kill" && args.lastIndexOf("-1") > 0,
  },
  ...[
    ...["mkfs", "mkfs.*", "mke2fs", "mkswap", "wipefs", "blkdiscard", "fdisk", "sfdisk", "cfdisk"],
    ...["gdisk", "sgdisk", "parted", "hdparm", "swapoff", "shutdown", "reboot", "halt", "poweroff"],
    ...["init", "telinit", "insmod", "rmmod", "modprobe", "kexec", "userdel", "groupdel"],
  ].map(readEntry),
];

/** The whole of the machine, of a home, or of one of the folders that a system is made of. */
function isWholeTree(operand: string): boolean {
  const path = operand.replace(/\/{2,}/g, "/").replace(/(?:\/\.)+(?=\/|$)/g, "") || "/";
  return /^(?:~\w*|\$HOME|\/)?(?:\/?\*?)$/.test(path) && path !== "*" && path !== ""
    ? true
    : systemFolder.test(path);
}
const systemFolder =
  /^\/(?:bin|boot|dev|etc|home|lib\w*|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications)(?:\/\*?)?$/;

function isDisk(path: string): boolean {
  return /^\/dev\/(?:[shvx]+d[a-z]|nvme|mmcblk|disk|mapper|dm-|md|loop|mem|kmem|port|rdisk)/.test(
    path,
  );
}

/** Whether one of these options is there, alone or among others (`-fr`). */
function has({ args }: ShellCommand, ...options: string[]): boolean {
  return options.some((option) => args.some((arg) => isOption(arg, option)));
}

function isOption(arg: string, option: string): boolean {
  return option.length > 1
    ? arg === `--${option}`
    : /^-[A-Za-z]+$/.test(arg) && arg.includes(option);
}

function readEntry(entry: string): Entry {
  const [path = "", ...wanted] = shellWords(entry) ?? entry.split(/\s+/);
  if (/[|&;<>(){}$`]/.test(entry)) {
    const plain = (text: string) => text.replace(/\s+/g, "");
    return { entry, denies: () => false, text: (text) => plain(text).includes(plain(entry)) };
  }
  const name = new RegExp(
    `^${nameOf(path)
      .split("*")
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join(".*")}$`,
  );
  return {
    entry,
    denies: (command) => name.test(command.name) && wanted.every((word) => holds(command, word)),
  };
}

function holds(command: ShellCommand, word: string): boolean {
  if (command.args.includes(word)) return true;
  // `-rf` is there as `-fr` and as `-r -f` too.
  return /^-[A-Za-z]+$/.test(word) && [...word.slice(1)].every((letter) => has(command, letter));
}
