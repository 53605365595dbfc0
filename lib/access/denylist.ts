import nodePath from "node:path";
import { compileGlob } from "./glob.ts";

/**
 * What is never read, whatever the roots say: system folders, and names that hold secrets wherever they stand. The
 * configuration adds to it and can take nothing away. Paths are compared by names and without regard to case. It must
 * not catch a home at `/root`, a temporary folder, a folder in iCloud or one under `/run/media`.
 */
export type Denylist = {
  /** `absolute` has no `..`; `relative` is the same file seen from its root, for the configuration's patterns. */
  denies(absolute: string, relative?: string): boolean;
  /** Is a folder denied with everything below it? A walk need not enter it. */
  closes(absolute: string, relative: string): boolean;
};

export type DenylistOptions = {
  platform: NodeJS.Platform;
  /** The person's home folder. */
  user_home: string;
  /** The program's own state: database, index, workspace. Absent for the folder in it that is read as documents. */
  state_home?: string;
  /** Names in it that are not denied: the workspace, for tools. */
  state_open?: readonly string[];
  /** `doc_access.deny`. */
  deny: readonly string[];
};

type Prefix = { path: string; except?: readonly string[] };

const unixFolders: readonly Prefix[] = [
  { path: "/etc" },
  { path: "/dev" },
  { path: "/bin" },
  { path: "/sbin" },
  { path: "/usr" },
];

const systemFolders: Partial<Record<NodeJS.Platform, readonly Prefix[]>> = {
  linux: [
    ...unixFolders,
    { path: "/proc" },
    { path: "/sys" },
    { path: "/boot" },
    { path: "/run", except: ["media"] },
    { path: "/var/run", except: ["media"] },
    { path: "/lib" },
    { path: "/lib32" },
    { path: "/lib64" },
  ],
  darwin: [
    ...unixFolders,
    { path: "/System" },
    { path: "/Library" },
    { path: "/cores" },
    { path: "/var/db" },
    { path: "/var/run" },
    { path: "/private/etc" },
    { path: "/private/var/db" },
    { path: "/private/var/run" },
    { path: "/Users/*/Library", except: ["Mobile Documents", "CloudStorage"] },
  ],
  win32: [
    { path: "*:/Windows" },
    { path: "*:/Program Files" },
    { path: "*:/Program Files (x86)" },
    { path: "*:/ProgramData" },
    { path: "*:/$Recycle.Bin" },
    { path: "*:/System Volume Information" },
    { path: "*:/Recovery" },
  ],
};

/** Names denied wherever they stand in a path, as a folder or as a file. */
const secretNames = new Set([
  ".git",
  ".hg",
  ".svn",
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".password-store",
  ".mozilla",
  ".thunderbird",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".my.cnf",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".htpasswd",
  ".vault-token",
  ".terraform.d",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".psql_history",
  ".mysql_history",
  ".sqlite_history",
  ".node_repl_history",
  "id_rsa",
  "id_dsa",
  "id_ecdsa",
  "id_ed25519",
]);

const secretBeginning = ".env";
const secretEndings = new Set([
  "pem",
  "key",
  "p12",
  "pfx",
  "jks",
  "keystore",
  "kdbx",
  "ppk",
  "gpg",
  "keychain",
  "keychain-db",
  "agekey",
]);

/** Folders that hold keys, credentials or a browser's profile: these names in a row, anywhere. */
const secretRuns: readonly (readonly string[])[] = [
  [".config", "gcloud"],
  [".config", "gh"],
  [".config", "op"],
  [".cargo", "credentials"],
  [".cargo", "credentials.toml"],
  [".config", "google-chrome"],
  [".config", "google-chrome-beta"],
  [".config", "chromium"],
  [".config", "microsoft-edge"],
  [".config", "bravesoftware"],
  [".config", "opera"],
  [".config", "vivaldi"],
  [".local", "share", "keyrings"],
  [".local", "share", "kwalletd"],
  ["snap", "firefox", "common"],
  ["snap", "chromium", "common"],
  [".var", "app", "org.mozilla.firefox"],
  [".var", "app", "org.mozilla.thunderbird"],
  [".var", "app", "org.chromium.chromium"],
  [".var", "app", "com.google.chrome"],
  [".var", "app", "com.brave.browser"],
  [".var", "app", "com.microsoft.edge"],
  ["library", "keychains"],
  ["library", "application support", "google", "chrome"],
  ["library", "application support", "chromium"],
  ["library", "application support", "firefox"],
  ["library", "application support", "microsoft edge"],
  ["library", "application support", "bravesoftware"],
  ["appdata", "local", "google", "chrome"],
  ["appdata", "local", "microsoft", "edge"],
  ["appdata", "local", "bravesoftware"],
  ["appdata", "local", "microsoft", "credentials"],
  ["appdata", "local", "microsoft", "vault"],
  ["appdata", "roaming", "mozilla"],
  ["appdata", "roaming", "thunderbird"],
  ["appdata", "roaming", "opera software"],
  ["appdata", "roaming", "microsoft", "credentials"],
  ["appdata", "roaming", "microsoft", "crypto"],
  ["appdata", "roaming", "microsoft", "protect"],
  ["appdata", "roaming", "microsoft", "vault"],
];

const runsByFirst = Map.groupBy(secretRuns, ([first]) => first);

export function createDenylist(options: DenylistOptions): Denylist {
  const separators = options.platform === "win32" ? /[\\/]/ : "/";
  const namesOf = (path: string) =>
    path
      .split(separators)
      .filter((name) => name !== "" && name !== ".")
      .map(foldName);
  /** The folder that was asked about last: of one with thousands of files its names are folded once. */
  let lately: { folder: string; names: readonly string[] } = { folder: "", names: [] };
  const split = (path: string) => {
    const end = path.lastIndexOf("/") + 1;
    const folder = path.slice(0, end);
    if (lately.folder !== folder) lately = { folder, names: namesOf(folder) };
    return [...lately.names, ...namesOf(path.slice(end))];
  };
  const prefixes = [...(systemFolders[options.platform] ?? unixFolders)];
  if (options.platform === "darwin") {
    prefixes.push({
      path: `${options.user_home}/Library`,
      except: ["Mobile Documents", "CloudStorage"],
    });
  }
  const { state_home, state_open } = options;
  if (state_home !== undefined) {
    const open = state_open === undefined ? {} : { except: state_open };
    prefixes.push({ path: state_home, ...open });
  }
  const isAbsolute = options.platform === "win32" ? nodePath.win32.isAbsolute : nodePath.isAbsolute;
  const entries = options.deny.map((entry) => spellOutHome(entry, options.user_home));
  const places = entries.filter((entry) => isAbsolute(entry));
  for (const place of places) prefixes.push({ path: place });
  const folders = prefixes.map((p) => ({ names: split(p.path), except: p.except?.map(foldName) }));
  const placeGlobs = places
    .filter((place) => /[*?[{]/.test(place))
    .map((place) => compileBelow(split(place).join("/")));
  const patterns = entries
    .filter((entry) => !isAbsolute(entry))
    .map((entry) =>
      compileEntry(options.platform === "win32" ? entry.replaceAll("\\", "/") : entry),
    );
  // `/private` is how other programs write "private at the top"; whoever writes it so here means that too.
  for (const [name, more] of places.map(split)) {
    if (name !== undefined && more === undefined) patterns.push(compileBelow(name));
  }

  const isSecret = (names: readonly string[]) =>
    names.some(isSecretName) || names.some((name, at) => startsRun(name, at, names));
  const isDenied = (names: readonly string[], relative: string | undefined) =>
    placeGlobs.some((matches) => matches(names.join("/"))) ||
    (relative !== undefined && patterns.some((matches) => matches(relative)));

  return {
    denies(absolute, relative) {
      const names = split(absolute);
      if (folders.some((folder) => isUnder(names, folder.names, folder.except))) return true;
      return isSecret(names) || isDenied(names, relative);
    },
    closes(absolute, relative) {
      const names = split(absolute);
      // A denied folder with exceptions is entered for their sake: `~/Library` for `Mobile Documents`.
      const isEntered = (folder: (typeof folders)[number]) =>
        folder.except !== undefined && folder.names.length === names.length;
      return (
        folders.some(
          (folder) => !isEntered(folder) && isUnder(names, folder.names, folder.except),
        ) ||
        isSecret(names) ||
        isDenied(names, relative)
      );
    },
  };
}

/** `~` and `~/notes` in an entry of `doc_access.deny` stand for the person's home folder. */
export function spellOutHome(entry: string, user_home: string): string {
  return entry.replace(/^~(?=$|[\\/])/, () => user_home);
}

/** The built-in entries on this system, for whoever shows or counts them. */
export type BuiltInDenylist = {
  folders: { path: string; except: string[] }[];
  /** Names of files and folders; `*` stands for any letters. */
  names: string[];
  /** Names in a row. */
  places: string[];
};

export function builtInDenylist(platform: NodeJS.Platform): BuiltInDenylist {
  const folders = systemFolders[platform] ?? unixFolders;
  return {
    folders: folders.map(({ path, except = [] }) => ({ path, except: [...except] })),
    names: [
      ...secretNames,
      `${secretBeginning}*`,
      ...[...secretEndings].map((ending) => `*.${ending}`),
    ].sort(),
    places: secretRuns.map((run) => run.join("/")),
  };
}

/** As a file system that ignores case, compatibility forms, invisible characters and trailing dots would see the name. */
export function foldName(name: string): string {
  // Nearly every name; of these letters nothing is folded but their case.
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(name)) return name.toLowerCase();
  return name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/(?<=[^. ])[. ]+$/u, "");
}

function isSecretName(name: string): boolean {
  if (secretNames.has(name) || name.startsWith(secretBeginning)) return true;
  const dot = name.lastIndexOf(".");
  return dot !== -1 && secretEndings.has(name.slice(dot + 1));
}

function isUnder(
  names: readonly string[],
  folder: readonly string[],
  except: readonly string[] | undefined,
): boolean {
  if (names.length < folder.length) return false;
  // A loop, since every file of every walk is asked of every entry.
  for (let i = 0; i < folder.length; i++) {
    if (!matchesPart(folder[i] ?? "", names[i] ?? "")) return false;
  }
  const next = names[folder.length];
  return !(next !== undefined && except?.includes(next));
}

/** `*` stands for any one name, `*:` for any drive. */
function matchesPart(part: string, name: string): boolean {
  if (part === "*") return true;
  if (part === "*:") return /^[a-z]:$/.test(name);
  return part === name;
}

function startsRun(name: string, at: number, names: readonly string[]): boolean {
  const runs = runsByFirst.get(name) ?? [];
  return runs.some((run) => run.every((part, i) => names[at + i] === part));
}

/**
 * A relative entry of `doc_access.deny`: `private` denies every file and folder of that name, `*.draft.md` every name
 * of that form, `team/salaries` that path in each root and what lies below.
 */
function compileEntry(entry: string): (relative: string) => boolean {
  const trimmed = foldNames(entry.replace(/^\.\//, "").replace(/\/+$/, ""));
  if (trimmed.includes("/")) return compileBelow(trimmed);
  const matches = compileGlob(trimmed, { dot: true });
  return (relative) => relative.split("/").map(foldName).some(matches);
}

/** What a pattern of folded names matches, and everything below it. */
function compileBelow(pattern: string): (path: string) => boolean {
  const matches = compileGlob(pattern, { dot: true });
  const below = compileGlob(`${pattern}/**`, { dot: true });
  return (path) => {
    const folded = foldNames(path);
    return matches(folded) || below(folded);
  };
}

function foldNames(path: string): string {
  return path.split("/").map(foldName).join("/");
}
