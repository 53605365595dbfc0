/**
 * What a command in the sandbox may not ask the kernel for, as a seccomp program: the ways around the sandbox that
 * namespaces leave open (families of sockets that no network namespace holds, keys of the person, work handed to the
 * kernel past this very filter), memory that nobody is charged for, and the bits by which a file that stays behind in the
 * workspace would run as its owner. Pure; undefined on a machine whose numbers are not known here.
 */
export function systemCallFilter(arch: string): Buffer | undefined {
  const machine = machines[arch];
  if (machine === undefined) return undefined;
  const { audit, column, foreign } = machine;
  const numbered = (name: CallName) => calls[name][column];
  const program: Instruction[] = [
    load(field.arch),
    ...unless(equal, audit, refuse(errno.ENOSYS)),
    load(field.number),
    ...(foreign === undefined ? [] : when(atLeast, foreign, refuse(errno.ENOSYS))),
  ];
  for (const name of refused) {
    for (const number of numbered(name)) program.push(...when(equal, number, refuse(errno.EPERM)));
  }
  for (const number of numbered("openat2")) {
    program.push(...when(equal, number, refuse(errno.ENOSYS))); // its flags lie where no filter sees them
  }
  for (const [name, at] of modeOf) {
    for (const number of numbered(name)) {
      program.push(
        ...call(number, [
          load(field.argument(at)),
          ...when(hasBits, runsAsOwner, refuse(errno.EPERM)),
        ]),
      );
    }
  }
  for (const [name, flags] of openings) {
    for (const number of numbered(name)) {
      const made = [
        load(field.argument(flags + 1)),
        ...when(hasBits, runsAsOwner, refuse(errno.EPERM)),
      ];
      // Only an opening that makes a file has a mode; otherwise anything may stand in its place.
      program.push(
        ...call(number, [
          load(field.argument(flags)),
          { code: hasBits, jt: 0, jf: made.length, k: makesFile },
          ...made,
        ]),
      );
    }
  }
  for (const name of ["socket", "socketpair"] as const) {
    for (const number of numbered(name)) {
      const known = families.flatMap((family) => when(equal, family, allow));
      program.push(
        ...call(number, [load(field.argument(0)), ...known, refuse(errno.EAFNOSUPPORT)]),
      );
    }
  }
  program.push(allow);
  return Buffer.concat(program.map(bytesOf));
}

// Of linux/seccomp.h, linux/audit.h, linux/bpf_common.h and the tables of system calls.
type Instruction = { code: number; jt: number; jf: number; k: number };
const equal = 0x15;
const atLeast = 0x35;
const hasBits = 0x45;
const field = { number: 0, arch: 4, argument: (at: number) => 16 + 8 * at };
const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
const allow: Instruction = { code: 0x06, jt: 0, jf: 0, k: 0x7fff0000 };
const refuse = (number: number): Instruction => ({ ...allow, k: 0x00050000 + number });
const load = (offset: number): Instruction => ({ code: 0x20, jt: 0, jf: 0, k: offset });

/** One instruction that is carried out only if the test holds. */
function when(test: number, k: number, then: Instruction): Instruction[] {
  return [{ code: test, jt: 0, jf: 1, k }, then];
}
function unless(test: number, k: number, then: Instruction): Instruction[] {
  return [{ code: test, jt: 1, jf: 0, k }, then];
}
/** What is done about one system call; at the end of it, it is allowed. */
function call(number: number, body: Instruction[]): Instruction[] {
  return [{ code: equal, jt: 0, jf: body.length + 1, k: number }, ...body, allow];
}
function bytesOf({ code, jt, jf, k }: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(jt, 2);
  bytes.writeUInt8(jf, 3);
  bytes.writeUInt32LE(k, 4);
  return bytes;
}

/** `foreign`: from this number on they are calls of another way to call, which this table does not have. */
const machines: Record<string, { audit: number; column: 0 | 1; foreign?: number }> = {
  x64: { audit: 0xc000003e, column: 0, foreign: 0x40000000 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

/** Set user or group id on execution. */
const runsAsOwner = 0o6000;
/** O_CREAT and O_TMPFILE. */
const makesFile = 0o20000100;
/** Unix, IPv4, IPv6, netlink: each in a namespace of its own. */
const families = [1, 2, 10, 16];

/** Numbers on x64 and on arm64; none where the machine has no such call. */
const calls = {
  add_key: [[248], [217]],
  request_key: [[249], [218]],
  keyctl: [[250], [219]],
  bpf: [[321], [280]],
  perf_event_open: [[298], [241]],
  userfaultfd: [[323], [282]],
  io_uring_setup: [[425], [425]],
  io_uring_enter: [[426], [426]],
  io_uring_register: [[427], [427]],
  ptrace: [[101], [117]],
  process_vm_readv: [[310], [270]],
  process_vm_writev: [[311], [271]],
  mount: [[165], [40]],
  umount2: [[166], [39]],
  pivot_root: [[155], [41]],
  chroot: [[161], [51]],
  open_tree: [[428], [428]],
  move_mount: [[429], [429]],
  fsopen: [[430], [430]],
  fsconfig: [[431], [431]],
  fsmount: [[432], [432]],
  fspick: [[433], [433]],
  mount_setattr: [[442], [442]],
  setns: [[308], [268]],
  unshare: [[272], [97]],
  memfd_create: [[319], [279]],
  memfd_secret: [[447], [447]],
  shmget: [[29], [194]],
  open_by_handle_at: [[304], [265]],
  fanotify_init: [[300], [262]],
  quotactl: [[179], [60]],
  syslog: [[103], [116]],
  openat2: [[437], [437]],
  socket: [[41], [198]],
  socketpair: [[53], [199]],
  chmod: [[90], []],
  fchmod: [[91], [52]],
  fchmodat: [[268], [53]],
  fchmodat2: [[452], [452]],
  creat: [[85], []],
  mknod: [[133], []],
  mknodat: [[259], [33]],
  open: [[2], []],
  openat: [[257], [56]],
} as const satisfies Record<string, readonly [readonly number[], readonly number[]]>;
type CallName = keyof typeof calls;

const refused = [
  // keys of the person, and the kernel's own workings
  ...["add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "syslog"],
  ...["quotactl", "fanotify_init", "open_by_handle_at"],
  // work that the kernel does without asking this filter
  ...["io_uring_setup", "io_uring_enter", "io_uring_register"],
  // other processes, other views of the files
  ...["ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "pivot_root"],
  ...["chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick"],
  ...["mount_setattr", "setns", "unshare"],
  // memory that is no process's
  ...["memfd_create", "memfd_secret", "shmget"],
] as readonly CallName[]; // each of them stands in the table: a test goes through them

/** Which argument is the mode of a file. */
const modeOf = [
  ["chmod", 1],
  ["fchmod", 1],
  ["fchmodat", 2],
  ["fchmodat2", 2],
  ["creat", 1],
  ["mknod", 1],
  ["mknodat", 2],
] as const;
/** Which argument are the flags; the mode is the one after it. */
const openings = [
  ["open", 1],
  ["openat", 2],
] as const;
