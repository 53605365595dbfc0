import { mkdirSync, writeFileSync } from "node:fs";
import nodePath from "node:path";
import { type Access, createAccess } from "#lib/access/access";
import { createDenylist } from "#lib/access/denylist";

/** What becomes of a file when the home folder is a root: as it is set up at first, and with hidden files switched on. */
export type HomeFile = [path: string, plain: string, with_hidden: string];

/**
 * A home folder: what a careful person would want read of it, file by file. Every file is a document by its name or by
 * the patterns of the root, so that the rule alone decides.
 */
export const homeFiles: HomeFile[] = [
  // What people write.
  ["Documents/journal.md", "allowed", "allowed"],
  ["Documents/Work/plan 2026.md", "allowed", "allowed"],
  ["Desktop/todo.md", "allowed", "allowed"],
  ["Downloads/manual.md", "allowed", "allowed"],
  ["notes/密码学.md", "allowed", "allowed"],
  ["notes/environment.md", "allowed", "allowed"],
  ["notes/git.md", "allowed", "allowed"],
  ["notes/keys to the house.md", "allowed", "allowed"],
  ["projects/app/README.md", "allowed", "allowed"],
  ["projects/app/docs/.hidden-draft.md", "not_a_document", "allowed"],
  ["OneDrive/Notes/a.md", "allowed", "allowed"],
  ["Library/Mobile Documents/iCloud~md~obsidian/Documents/Vault/idea.md", "allowed", "allowed"],
  ["Library/CloudStorage/Dropbox/a.md", "allowed", "allowed"],
  [".obsidian/README.md", "not_a_document", "allowed"],
  [".claude/notes.md", "not_a_document", "allowed"],
  ["tmp/scratch.md", "allowed", "allowed"],
  // Keys and accounts.
  [".ssh/id_ed25519", "denylisted", "denylisted"],
  [".ssh/config.md", "denylisted", "denylisted"],
  [".ssh/known_hosts", "denylisted", "denylisted"],
  [".gnupg/private-keys-v1.d/a.md", "denylisted", "denylisted"],
  [".aws/credentials", "denylisted", "denylisted"],
  [".azure/token.md", "denylisted", "denylisted"],
  [".kube/config", "denylisted", "denylisted"],
  [".docker/config.json", "denylisted", "denylisted"],
  [".config/gcloud/credentials.md", "denylisted", "denylisted"],
  [".config/gh/hosts.yml", "denylisted", "denylisted"],
  [".config/op/config.md", "denylisted", "denylisted"],
  [".cargo/credentials.toml", "denylisted", "denylisted"],
  [".terraform.d/credentials.tfrc.json", "denylisted", "denylisted"],
  [".password-store/bank.gpg", "denylisted", "denylisted"],
  [".local/share/keyrings/login.md", "denylisted", "denylisted"],
  [".local/share/kwalletd/wallet.md", "denylisted", "denylisted"],
  [".netrc", "denylisted", "denylisted"],
  [".npmrc", "denylisted", "denylisted"],
  [".pypirc", "denylisted", "denylisted"],
  [".git-credentials", "denylisted", "denylisted"],
  [".pgpass", "denylisted", "denylisted"],
  [".my.cnf", "denylisted", "denylisted"],
  [".vault-token", "denylisted", "denylisted"],
  [".env", "denylisted", "denylisted"],
  ["projects/app/.env.local", "denylisted", "denylisted"],
  ["projects/app/.git/description.md", "denylisted", "denylisted"],
  ["projects/app/deploy/server.pem", "denylisted", "denylisted"],
  ["projects/app/deploy/server.key", "denylisted", "denylisted"],
  ["Documents/passwords.kdbx", "denylisted", "denylisted"],
  ["Downloads/id_rsa", "denylisted", "denylisted"],
  [".bash_history", "denylisted", "denylisted"],
  [".zsh_history", "denylisted", "denylisted"],
  [".python_history", "denylisted", "denylisted"],
  [".psql_history", "denylisted", "denylisted"],
  [".node_repl_history", "denylisted", "denylisted"],
  // Browsers and mail.
  [".mozilla/firefox/a.default/notes.md", "denylisted", "denylisted"],
  [".thunderbird/a.default/mail.md", "denylisted", "denylisted"],
  [".config/google-chrome/Default/a.md", "denylisted", "denylisted"],
  [".config/chromium/Default/a.md", "denylisted", "denylisted"],
  [".config/BraveSoftware/Brave-Browser/a.md", "denylisted", "denylisted"],
  ["snap/firefox/common/.mozilla/a.md", "denylisted", "denylisted"],
  [".var/app/org.mozilla.firefox/data/a.md", "denylisted", "denylisted"],
  [".var/app/com.google.Chrome/config/a.md", "denylisted", "denylisted"],
  ["Library/Keychains/login.keychain-db", "denylisted", "denylisted"],
  ["Library/Application Support/Google/Chrome/Default/a.md", "denylisted", "denylisted"],
  ["Library/Application Support/Firefox/Profiles/a.md", "denylisted", "denylisted"],
  ["AppData/Local/Google/Chrome/User Data/a.md", "denylisted", "denylisted"],
  // The program's own state.
  ["projects/docent/.docent/docent.db", "denylisted", "denylisted"],
  ["projects/docent/.docent/workspace/a.md", "denylisted", "denylisted"],
];

export const homePlaces: [name: string, platform: NodeJS.Platform, path: string][] = [
  ["the superuser's", "linux", "/root"],
  ["an ordinary one", "linux", "/home/anna"],
  ["one on a mounted drive", "linux", "/run/media/anna/stick"],
  ["one in a temporary folder", "linux", "/tmp/home"],
  ["one on macOS", "darwin", "/Users/anna"],
  ["a temporary folder on macOS", "darwin", "/private/var/folders/zz/x/T/home"],
];

export function writeHome(home: string): void {
  for (const [path] of homeFiles) {
    const file = nodePath.join(home, path);
    mkdirSync(nodePath.dirname(file), { recursive: true });
    writeFileSync(file, "# Something\n");
  }
}

/** The home as the only root, for every name. */
export function openHome(home: string, hidden: boolean): Access {
  return createAccess({
    roots: [{ id: "home", label: "Home", path: home, hidden }],
    deny: [],
    doc_file_patterns: ["**/*"],
    max_file_bytes: 8_388_608,
    allow_outside_project: true,
    project_dir: nodePath.join(home, "projects/docent"),
    home: nodePath.join(home, "projects/docent/.docent"),
  });
}

/** `allowed` or the rule, as it is set up at first and with hidden files. */
export async function judgeHome(home: string, path: string): Promise<[string, string]> {
  const judge = async (hidden: boolean) => {
    const verdict = await openHome(home, hidden).judge(path, "home");
    return verdict.kind === "allowed" ? "allowed" : verdict.rule;
  };
  return [await judge(false), await judge(true)];
}

/** The files that a home at this place would have denied or let through against the table. */
export function wrongAt(platform: NodeJS.Platform, at: string): string[] {
  const denylist = createDenylist({
    platform,
    user_home: at,
    state_home: `${at}/projects/docent/.docent`,
    deny: [],
  });
  const wrong = homeFiles.filter(
    ([path, , with_hidden]) => denylist.denies(`${at}/${path}`) !== (with_hidden === "denylisted"),
  );
  return wrong.map(([path]) => path);
}
