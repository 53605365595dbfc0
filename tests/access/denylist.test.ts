import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDenylist } from "#lib/access/denylist";
import { createScratch, type Scratch } from "./scratch.ts";

function denylist(platform: NodeJS.Platform, deny: string[] = [], user_home = "/home/ann") {
  return createDenylist({ platform, user_home, state_home: "/srv/docent/.docent", deny });
}

describe("the built-in denylist", () => {
  it.each([
    "/etc/notes.md",
    "/ETC/notes.md",
    "/proc/self/environ",
    "/run/user/1000/x.md",
    "/usr/share/doc/x.md",
    "/srv/docent/.docent/index/x.md",
    "/home/ann/.ssh/notes.md",
    "/home/ann/work/.git/x.md",
    "/home/ann/work/.GIT/x.md",
    "/home/ann/work/.g\u200cit/x.md",
    "/home/ann/work/.ｇit/x.md",
    "/home/ann/work/.git./x.md",
    "/home/ann/.aws/credentials.md",
    "/home/ann/.gnupg/x.md",
    "/home/ann/work/.env",
    "/home/ann/work/.env.local",
    "/home/ann/work/.Env.production.md",
    "/home/ann/work/server.pem",
    "/home/ann/work/id_rsa",
    "/home/ann/.mozilla/firefox/x.md",
    "/home/ann/.config/google-chrome/Default/x.md",
    "/home/ann/.local/share/keyrings/x.md",
  ])("denies %s on Linux", (path) => {
    expect(denylist("linux").denies(path)).toBe(true);
  });

  it.each([
    "/root/notes/a.md",
    "/home/ann/notes/a.md",
    "/tmp/docs/a.md",
    "/var/tmp/docs/a.md",
    "/run/media/ann/stick/a.md",
    "/work/docs/a.md",
    "/mnt/etc/a.md",
    "/home/ann/usr/a.md",
    "/home/ann/etcetera/a.md",
    "/srv/docent/docs/a.md",
    "/home/ann/notes/environment.md",
    "/home/ann/notes/git.md",
    "/home/ann/notes/.gitignore",
    "/home/ann/notes/keys.md",
    "/home/ann/notes/monkey",
    "/home/ann/Library/a.md",
  ])("does not deny %s on Linux", (path) => {
    expect(denylist("linux").denies(path)).toBe(false);
  });

  it.each([
    "/System/Library/x.md",
    "/Library/x.md",
    "/private/etc/x.md",
    "/etc/x.md",
    "/Users/ann/Library/Application Support/x.md",
    "/Users/other/Library/Keychains/x.md",
    "/Users/ann/library/Keychains/login.keychain-db",
  ])("denies %s on macOS", (path) => {
    expect(denylist("darwin", [], "/Users/ann").denies(path)).toBe(true);
  });

  it.each([
    "/private/var/folders/zz/T/docs/a.md",
    "/var/folders/zz/T/docs/a.md",
    "/private/tmp/docs/a.md",
    "/Users/ann/Library/Mobile Documents/iCloud~md~obsidian/Documents/vault/a.md",
    "/Users/ann/Library/CloudStorage/Dropbox/a.md",
    "/Users/ann/Documents/Library/a.md",
    "/Volumes/Stick/a.md",
  ])("does not deny %s on macOS", (path) => {
    expect(denylist("darwin", [], "/Users/ann").denies(path)).toBe(false);
  });

  it.each([
    "C:\\Windows\\System32\\x.md",
    "c:/windows/x.md",
    "D:\\Program Files\\x\\x.md",
    "C:\\ProgramData\\x.md",
    "C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\User Data\\x.md",
    "C:\\Users\\ann\\.ssh\\x.md",
    "C:\\Users\\ann\\notes\\.git \\x.md",
  ])("denies %s on Windows", (path) => {
    expect(denylist("win32").denies(path)).toBe(true);
  });

  it.each([
    "C:\\Users\\ann\\Documents\\a.md",
    "C:\\Users\\ann\\AppData\\Local\\Temp\\docs\\a.md",
    "D:\\notes\\windows\\a.md",
  ])("does not deny %s on Windows", (path) => {
    expect(denylist("win32").denies(path)).toBe(false);
  });
});

describe("a walk", () => {
  it("enters a denied folder for the sake of its exceptions, and no other", () => {
    const mac = denylist("darwin", ["private"], "/Users/ann");
    expect(mac.denies("/Users/ann/Library", "Library")).toBe(true);
    expect(mac.closes("/Users/ann/Library", "Library")).toBe(false);
    expect(mac.closes("/Users/ann/Library/Mobile Documents", "Library/Mobile Documents")).toBe(
      false,
    );
    for (const folder of ["Library/Preferences", ".ssh", "x/.git", "x/private"]) {
      expect([folder, mac.closes(`/Users/ann/${folder}`, folder)]).toEqual([folder, true]);
    }
  });
});

describe("the configuration's additions", () => {
  it("denies a name anywhere, a form of name, a path in a root, and an absolute folder", () => {
    const list = denylist("linux", ["private", "*.draft.md", "team/salaries", "/home/ann/diary"]);
    const denies = (relative: string) => list.denies(`/home/ann/notes/${relative}`, relative);
    expect(denies("x/Private/a.md")).toBe(true);
    expect(denies("x/one.draft.md")).toBe(true);
    expect(denies("team/salaries/2026.md")).toBe(true);
    expect(denies("team/salaries")).toBe(true);
    expect(list.denies("/home/ann/diary/a.md", "a.md")).toBe(true);
    expect(denies("x/privateer/a.md")).toBe(false);
    expect(denies("other/team/salaries/2026.md")).toBe(false);
    expect(list.denies("/home/ann/diary-of-work/a.md", "a.md")).toBe(false);
  });

  it.each([
    ["~/notes/private", "private/a.md"],
    ["~", "a.md"],
    ["/home/ann/notes/*.draft.md", "one.draft.md"],
    ["/home/ann/notes/**/private", "x/y/private/a.md"],
    ["/home/ann/{notes,letters}/private", "private/a.md"],
    ["/private", "private/a.md"],
    ["./private", "x/private/a.md"],
  ])("takes %s as it is meant: %s is denied", (entry, relative) => {
    const denies = (path: string) =>
      denylist("linux", [entry]).denies(`/home/ann/notes/${path}`, path);
    expect(denies(relative)).toBe(true);
    expect(denies("privateer/a.md")).toBe(entry === "~");
  });

  it("takes /private for the top of a folder and for the place on the disk, and nothing else", () => {
    const list = denylist("linux", ["/private"]);
    expect(list.denies("/private/a.md")).toBe(true);
    expect(list.denies("/home/ann/notes/x/private/a.md", "x/private/a.md")).toBe(false);
  });

  it("reads both slashes on Windows", () => {
    const list = createDenylist({
      platform: "win32",
      user_home: "C:\\Users\\ann",
      state_home: "C:\\state",
      deny: ["team\\salaries", "C:\\notes\\*.draft.md", "~\\diary"],
    });
    expect(list.denies("D:\\n\\team\\salaries\\a.md", "team/salaries/a.md")).toBe(true);
    expect(list.denies("c:\\Notes\\one.draft.md", "one.draft.md")).toBe(true);
    expect(list.denies("C:\\Users\\Ann\\diary\\a.md", "diary/a.md")).toBe(true);
    expect(list.denies("C:\\notes\\a.md", "a.md")).toBe(false);
  });

  it("knows a name in whatever form the disk writes it", () => {
    const list = denylist("linux", ["Gehälter".normalize("NFC"), "équipe/*.plan.md"]);
    for (const form of ["NFC", "NFD"]) {
      for (const name of ["GEHÄLTER/a.md", "équipe/next.plan.md"]) {
        const relative = name.normalize(form);
        expect([form, name, list.denies(`/n/${relative}`, relative)]).toEqual([form, name, true]);
      }
    }
  });

  it("takes nothing away: a pattern with ! is a name like any other", () => {
    expect(denylist("linux", ["!.git"]).denies("/home/ann/.git/a.md", ".git/a.md")).toBe(true);
  });
});

describe("the denylist inside a root", () => {
  let scratch: Scratch;
  beforeEach(() => {
    scratch = createScratch();
  });
  afterEach(() => scratch.remove());

  it("stands above a root that shows hidden files, by either path", async () => {
    const names = [".git/x.md", ".SSH/x.md", "sub/.env.md", "x.pem", "deny-me/x.md"];
    for (const name of names) scratch.write(`notes/${name}`);
    scratch.link("notes/alias.md", ".git/x.md");
    const access = scratch.access({
      deny: ["deny-me"],
      roots: [
        {
          id: "notes",
          label: "Notes",
          path: scratch.at("notes"),
          hidden: true,
          patterns: ["**/*"],
        },
      ],
    });
    for (const name of [...names, "alias.md", ".git/nothing.md"]) {
      for (const path of [name, scratch.at("notes", name)]) {
        expect(await access.judge(path)).toMatchObject({ kind: "refused", rule: "denylisted" });
      }
    }
  });

  it("knows a denied folder and the state folder by the place their links lead to", async () => {
    scratch.write("notes/diary/d.md");
    scratch.link("diary", "notes/diary");
    scratch.link("state", "notes");
    const access = scratch.access({
      deny: [scratch.at("diary")],
      home: scratch.at("state/.later"),
    });
    scratch.write("notes/.later/s.md");
    for (const path of ["diary/d.md", ".later/s.md"]) {
      expect(await access.judge(path, "notes")).toMatchObject({ rule: "denylisted" });
    }
    expect(await access.judge("a.md", "notes")).toMatchObject({ kind: "allowed" });
  });
});
