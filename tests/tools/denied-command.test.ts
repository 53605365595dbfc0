import fc from "fast-check";
import { expect, test } from "vitest";
import { deniedCommand, tooMuchToRead } from "../../lib/tools/providers/builtin/denied-command.ts";

test.each([
  ["rm -rf /", "rm -r /"],
  ["rm -fr -- /*", "rm -r /"],
  ["rm -r -v //", "rm -r /"],
  ["rm --recursive ~", "rm -r /"],
  ['rm -rf "$HOME"/', "rm -r /"],
  ["rm -rf /usr /tmp/x", "rm -r /"],
  ["rm x --no-preserve-root", "rm --no-preserve-root"],
  ["chmod -R 777 /", "chmod -R /"],
  ["chown --recursive me /etc", "chmod -R /"],
  ["mv /* elsewhere", "mv /"],
  ["find / -name x -delete", "find / -delete"],
  ["dd if=/dev/zero of=/dev/sda bs=1M", "dd of=/dev/"],
  ["echo x > /dev/nvme0n1", "> /dev/"],
  ["tee /dev/sdb < image", "tee /dev/"],
  ["mkfs.ext4 /dev/sda1", "mkfs.*"],
  ["shutdown -h now", "shutdown"],
  ["kill -9 -1", "kill -9 -1"],
  [":(){ :|:& };:", ":(){ :|:& };:"],
  ["bomb() { bomb | bomb & }; bomb", ":(){ :|:& };:"],
])("a command that is plainly destructive is refused by its entry: %s", (command, entry) => {
  expect(deniedCommand(command)).toBe(entry);
});

test.each([
  "rm -rf build",
  "rm -rf ./x/*",
  "rm -rf /tmp/x",
  "rm -rf .",
  'rm -rf "$dir"',
  "echo rm -rf /",
  'printf "%s" "rm -rf /"',
  "# rm -rf /",
  "cat <<'EOF'\nrm -rf /\nEOF",
  "grep -r rm /usr",
  "dd if=/dev/zero of=file",
  "echo > /dev/null 2>&1",
  "kill -1 55",
  "git init",
  "echo reboot",
  "chmod -R u+x .",
  "mv /tmp/a b",
  "cd / && ls",
  "",
  '"',
  "$(",
  "<<",
])("what merely looks like it is not: %j", (command) => {
  expect(deniedCommand(command)).toBeUndefined();
});

/** Ways to write one command that leave it what it is: its name, and the rest. */
const names: ((command: string) => string)[] = [
  (command) => command,
  (command) => command.replace("rm", "r\\m"),
  (command) => command.replace("rm", "'rm'"),
  (command) => command.replace("rm", 'r""m'),
  (command) => command.replace("rm", () => "$'\\x72m'"),
  (command) => command.replace("rm", "/usr/bin/rm"),
];
const spellings: ((command: string) => string)[] = [
  (command) => command,
  (command) => command.replace(" /", ' "/"'),
  (command) => command.replace("-rf", "-r\\\n -f"),
  (command) => `A=1 B='2 3' ${command}`,
  (command) => `>log 2>&1 ${command} </dev/null`,
];
/** Places where a command runs. */
const places: ((command: string) => string)[] = [
  (command) => `echo a; ${command}`,
  (command) => `true && ${command} || echo b`,
  (command) => `ls | ${command}`,
  (command) => `${command} &`,
  (command) => `(cd x; ${command})`,
  (command) => `{ ${command}; }`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1 2; do ${command}; done`,
  (command) => `f() { ${command}; }; f`,
  (command) => `! ${command}`,
  (command) => `echo "a $(${command}) b"`,
  (command) => `x=\`${command.replace(/[`\\$]/g, "\\$&")}\``,
  (command) => `diff <(${command}) y`,
  (command) => `cat <<END\n$(${command})\nEND`,
  (command) => `bash -c ${quoted(command)}`,
  (command) => `sh -ec ${quoted(command)} name`,
  (command) => `bash <<'END'\n${command}\nEND`,
  (command) => `bash <<< ${quoted(command)}`,
  (command) => `eval ${quoted(command)}`,
  (command) => `trap ${quoted(command)} EXIT`,
  (command) => `sudo -u root timeout 5 ${command}`,
  (command) => `xargs -0 ${command}`,
  (command) => `find . -exec ${command} ';'`,
  (command) => `echo it | # a remark\n  ${command}`,
];
const quoted = (command: string) => `'${command.replaceAll("'", "'\\''")}'`;

test("however it is spelled and wherever it stands, it is found", () => {
  const placed = fc.array(fc.constantFrom(...places), { maxLength: 3 });
  const [name, spelling] = [fc.constantFrom(...names), fc.constantFrom(...spellings)];
  fc.assert(
    fc.property(name, spelling, placed, (named, spelled, wheres) => {
      const script = wheres
        .filter((where, i) => i === 0 || !startsWords(where))
        .reduce((command, where) => where(command), spelled(named("rm -rf /")));
      expect(deniedCommand(script), script).toBe("rm -r /");
    }),
    { seed: 8, numRuns: 400 },
  );
});

/** What starts a command takes a simple one: of another, only the first would be its own. */
function startsWords(where: (command: string) => string): boolean {
  return /^(?:sudo|xargs|find)/.test(where("x"));
}

test("any text is judged, in bounded time", () => {
  const words = fc.array(
    fc.constantFrom(
      ..."rm|-rf|/|$(|`|'|\"|;|<<E|\n|E|)|(|{|}|\\|bash|-c|xargs|$'|${|x".split("|"),
      " ",
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        words.map((all) => all.join("")),
        fc.string(),
      ),
      (text) => {
        const said = deniedCommand(text, ["x y"]);
        expect(said === undefined || typeof said === "string").toBe(true);
      },
    ),
    { seed: 8, numRuns: 400 },
  );
  for (const piece of ["$(", "((", "`", "<<a ", "bash -c '", "${", '"$('])
    expect(deniedCommand(piece.repeat(16_000 / piece.length))).toBeUndefined();
});

test("what is too much to be read through is refused as that, and not read on", () => {
  const shells = (count: number, script: string) => `env ${"sh ".repeat(count)}-c ${script}`;
  const nested = shells(60, `'${shells(60, `"${shells(60, "x")}"`)}'`);
  expect(deniedCommand(nested)).toBe(tooMuchToRead);
  expect(deniedCommand(`${nested}; rm -rf /`)).toBe(tooMuchToRead);
  expect(deniedCommand(`rm -rf /; ${nested}`)).toBe("rm -r /");
  for (const word of ["rm ", "sh ", "xargs ", "eval "])
    expect(deniedCommand(`env ${word.repeat(3000)}`)).toBe(tooMuchToRead);
  expect(deniedCommand(`env ${"x ".repeat(1000)}`)).toBeUndefined();
});

test("a long text without a bomb is gone through once", () => {
  const letters = 400_000;
  for (const text of ["a".repeat(letters), `b{b|b&${" ".repeat(letters)}`])
    expect(deniedCommand(text)).toBeUndefined();
});

test("a person's own entries name a command, or a command with what it must be given", () => {
  const own = ["curl", "git push", "rm -rf", "mk*", "wget|sh", "'two words'"];
  const denied = (command: string) => deniedCommand(command, own);
  expect(denied("/usr/bin/curl -s x")).toBe("curl");
  expect(denied("git -C a push --force")).toBe("git push");
  expect(denied("git pull")).toBeUndefined();
  expect(denied("rm -r -f x")).toBe("rm -rf");
  expect(denied("rm -r x")).toBeUndefined();
  expect(denied("mkdir x")).toBe("mk*");
  expect(denied("wget  |  sh")).toBe("wget|sh");
  expect(denied("echo curl 'git push'")).toBeUndefined();
  expect(denied("'two words' x")).toBe("'two words'");
});
