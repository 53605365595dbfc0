import { foldName } from "#lib/access/denylist";

/**
 * Names of files and folders that some other program runs or obeys without being told to, as soon as they lie in a folder
 * it is used in: shells, editors, version control, package managers, agents. A tool that writes them would act long after
 * its call and beyond what a person allowed, so none does, whatever the folder; people write them themselves. What is on
 * the denylist of documents (`.git`, `.env*`, `.npmrc`, keys) is refused before. Programs that a person starts by name, as
 * scripts in `package.json` or a Makefile, are not here.
 */
export const autoRunNames = {
  shells: [
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".zlogout",
    ".cshrc",
    ".tcshrc",
    ".kshrc",
    ".login",
    ".logout",
    ".inputrc",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".xsessionrc",
    ".pam_environment",
    "config.fish",
    "profile.ps1",
    "microsoft.powershell_profile.ps1",
  ],
  version_control: [
    ".gitconfig",
    ".gitmodules",
    ".gitattributes",
    ".githooks",
    ".hgrc",
    ".husky",
    ".lefthook.yml",
    "lefthook.yml",
    ".pre-commit-config.yaml",
  ],
  editors: [
    ".vscode",
    ".idea",
    ".fleet",
    ".zed",
    ".devcontainer",
    ".devcontainer.json",
    "*.code-workspace",
    ".vimrc",
    ".exrc",
    ".nvimrc",
    ".nvim.lua",
    ".dir-locals.el",
    ".emacs",
    ".emacs.d",
  ],
  agents: [
    "agents.md",
    "agents.override.md",
    "agent.md",
    "claude.md",
    "claude.local.md",
    "gemini.md",
    "skill.md",
    "copilot-instructions.md",
    ".mcp.json",
    ".claude",
    ".codex",
    ".gemini",
    ".cursor",
    ".cursorrules",
    ".windsurf",
    ".windsurfrules",
    ".clinerules",
    ".roo",
    ".roorules",
    ".continue",
    ".aider.conf.yml",
  ],
  services: [
    ".circleci",
    ".gitlab-ci.yml",
    ".travis.yml",
    "jenkinsfile",
    "autostart",
    "launchagents",
    "launchdaemons",
    "autorun.inf",
    "*.desktop",
  ],
  programs: [
    ".pnp.cjs",
    ".pnp.loader.mjs",
    ".pnpmfile.cjs",
    ".pnpmfile.mjs",
    ".yarnrc",
    ".yarnrc.yml",
    "bunfig.toml",
    "sitecustomize.py",
    "usercustomize.py",
    "*.pth",
    ".gdbinit",
    ".lldbinit",
    ".rprofile",
    ".irbrc",
    ".pryrc",
    ".psqlrc",
    ".sqliterc",
    ".tmux.conf",
    ".screenrc",
    ".curlrc",
    ".wgetrc",
  ],
} as const satisfies Record<string, readonly string[]>;

/** Names in a row that are so only together. */
export const autoRunPlaces = [
  ".github/workflows",
  ".cargo/config.toml",
  ".config/systemd",
] as const;

const all: readonly string[] = Object.values(autoRunNames).flat();
const names = new Set(all.filter((name) => !name.startsWith("*")));
const endings = all.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
const runs = autoRunPlaces.map((place) => place.split("/"));

/** `path`: the names from the root down. They are compared as a file system that ignores case would. */
export function runsByItself(path: readonly string[]): boolean {
  const folded = path.map(foldName);
  return (
    folded.some((name) => names.has(name) || endings.some((ending) => name.endsWith(ending))) ||
    runs.some((run) => folded.some((_, at) => run.every((name, i) => folded[at + i] === name)))
  );
}
