import { shellWords } from "#lib/contracts/shell-words";
import { nameOf, type ShellCommand, shellCommands } from "./shell-commands.ts";

/** Said of a command that is too much to be read through: whether it is on the denylist nobody knows. */
export const tooMuchToRead = Symbol("too much to read");

/**
 * The entry of the denylist that a command falls under, or undefined. It stands in front of the question to a person and
 * keeps plain accidents from being asked about; it is no sandbox: a command that is put together while it
 * runs cannot be read beforehand. `more` are entries of the person's own: a command, or a command with arguments that it
 * must have; `*` in the command's name stands for any letters. Nothing else is answered while a command is read, so it is
 * read up to a bound of work.
 */
export function deniedCommand(
  text: string,
  more: readonly string[] = [],
): string | typeof tooMuchToRead | undefined {
  const bomb = isForkBomb(text) ? ":(){ :|:& };:" : undefined;
  const own = more.map(readEntry);
  const said = own.find((entry) => entry.text?.(text))?.entry;
  if (bomb !== undefined || said !== undefined) return bomb ?? said;
  const work: Work = { left: MOST_WORK };
  const found = deniedIn(shellCommands(text), [...builtIn, ...own], 0, work);
  return found ?? (work.left < 0 ? tooMuchToRead : undefined);
}

type Entry = {
  entry: string;
  denies: (command: ShellCommand) => boolean;
  /** Where it is of signs that no single command holds. */
  text?: (text: string) => boolean;
};

/** A shell in a shell in a shell … */
const DEEPEST = 8;

/** Letters read and words looked at that are left to all of the shells in one command together; below zero it is over. */
type Work = { left: number };
const MOST_WORK = 1_000_000;
/** What a script costs beyond its letters. */
const SCRIPT_WORK = 100;

function isLeft(work: Work, cost: number): boolean {
  work.left -= cost;
  return work.left >= 0;
}

function deniedIn(
  commands: readonly ShellCommand[],
  entries: readonly Entry[],
  depth: number,
  work: Work,
): string | undefined {
  for (const command of commands) {
    const found = entries.find(({ denies }) => denies(command));
    if (found !== undefined) return found.entry;
    if (depth >= DEEPEST) continue;
    const starts = started(command, work);
    const scripts = [command, ...starts].flatMap((one) => scripted(one, work));
    const inner =
      deniedIn(starts, entries, DEEPEST, work) ?? deniedIn(scripts, entries, depth + 1, work);
    if (inner !== undefined || work.left < 0) return inner;
  }
  return undefined;
}

/** What a command may start of its own arguments. Where that begins is each one's own: every word may be the first. */
function started({ name, args, ...rest }: ShellCommand, work: Work): ShellCommand[] {
  if (!starters.has(name)) return [];
  // Each word is looked at as an argument of every word before it.
  if (!isLeft(work, (args.length * (args.length + 1)) / 2)) return [];
  return args.map((word, i) => ({ ...rest, name: nameOf(word), args: args.slice(i + 1) }));
}

/** The commands in a text that a command is given to run. */
function scripted(command: ShellCommand, work: Work): ShellCommand[] {
  return scriptsOf(command).flatMap((text) =>
    isLeft(work, text.length + SCRIPT_WORK) ? shellCommands(text) : [],
  );
}

function scriptsOf({ name, args, reads }: ShellCommand): string[] {
  if (shells.has(name)) {
    const at = args.findIndex((arg) => /^-[A-Za-z]*c[A-Za-z]*$/.test(arg));
    const script = at < 0 ? undefined : args.slice(at + 1).find((arg) => !/^[-+]/.test(arg));
    return script === undefined ? reads : [script, ...reads];
  }
  if (name === "eval") return [args.join(" ")];
  if (name === "trap") return [args.find((arg) => !arg.startsWith("-")) ?? ""];
  return [];
}

const shells = new Set(["bash", "sh", "dash", "ash", "zsh", "ksh", "rbash"]);
const starters = new Set([
  ...["sudo", "doas", "su", "env", "command", "builtin", "exec", "nice", "ionice", "nohup"],
  ...["timeout", "time", "stdbuf", "setsid", "xargs", "parallel", "watch", "busybox", "chroot"],
  ...["unshare", "nsenter", "find", "fd", "fdfind", "script", "strace", "taskset", "chrt"],
]);

/** A function that does nothing but run itself twice, however it is called and spaced. */
function isForkBomb(text: string): boolean {
  const dense = text.replace(/\s+/g, "");
  return [...dense.matchAll(/\{([\w:.]+)\|\1&;?\}/g)].some(({ index, 1: name = "" }) => {
    const before = dense.slice(0, index);
    return before.endsWith(name) || before.endsWith(`${name}()`);
  });
}

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
