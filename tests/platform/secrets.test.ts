import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { maskMark } from "#lib/contracts/mask-mark";
import { projectDir } from "#lib/platform/project";
import {
  createMasker,
  findSecrets,
  holdsSecret,
  linesHoldSecret,
  maskDeep,
  maskText,
} from "#lib/platform/secrets";
import { lookalikes, planted } from "../../fixtures/secrets/planted.ts";

describe("secrets in text", () => {
  it.each(planted)("masks a $kind and leaves the rest of its line", ({ line, secret }) => {
    const masked = maskText(line);
    expect(masked.redacted).toBe(true);
    expect(masked.text).not.toContain(secret);
    expect(masked.text).toContain(maskMark);
    expect(masked.text.startsWith(line.slice(0, 4))).toBe(true);
    expect(maskText(masked.text)).toEqual({ text: masked.text, redacted: false });
  });

  it.each(planted)("masks a $kind inside a line of JSON, which stays JSON", ({ line, secret }) => {
    const written = JSON.stringify({ at: 1, line });
    const { text } = maskText(written);
    const read = JSON.parse(text) as { at: number; line: string };
    for (const piece of secret.split("\n")) expect(read.line).not.toContain(piece);
    expect(read.at).toBe(1);
  });

  it.each(lookalikes.map((line) => [line]))("leaves %s alone", (line) => {
    expect(maskText(line)).toEqual({ text: line, redacted: false });
    expect(maskText(JSON.stringify({ line })).redacted).toBe(false);
  });

  it.each([
    ["shell", 'export DB_PASSWORD="correcthorse"', "correcthorse"],
    ["option", "mysql -u root --password=Ab3kd92k", "Ab3kd92k"],
    ["option and a blank", "docent --token 93jf83jf83hf73", "93jf83jf83hf73"],
    ["curl", "curl -u admin:Zug7Halle9 https://intern.test", "Zug7Halle9"],
    ["basic", "Authorization: Basic ZG9jZW50OlRyMHViNGRvcg==", "ZG9jZW50OlRyMHViNGRvcg=="],
    ["JSON", '{ "client_secret": "8f3kd93kfj3k2l1" }', "8f3kd93kfj3k2l1"],
    ["prose", "The password is Zug7Halle.", "Zug7Halle"],
    ["emphasis", "**Password**: `hunter27`", "hunter27"],
    ["driver string", "Server=db;User Id=app;Password=Re7gen!Bogen;", "Re7gen!Bogen"],
    ["no user", "redis://:S3cr3tPazz@cache:6379/0", "S3cr3tPazz"],
    [
      "hexadecimal",
      "SIGNING_KEY=3d9f2c71aa4be0d5f18c6b7e92a4d3c0",
      "3d9f2c71aa4be0d5f18c6b7e92a4d3c0",
    ],
    ["sentence in Chinese", "数据库密码是 `kx82hdfQ`，请勿外传", "kx82hdfQ"],
  ])("masks a value that its name gives away: %s", (_, line, secret) => {
    expect(maskText(line).text).toBe(line.replace(secret, maskMark));
  });

  it("masks the cells below a header that names them, and no other cell", () => {
    const table = [
      "| Service | **Password** | Port | 密码 |",
      "| :-- | --- | --: | --- |",
      "| ledger | `Zug7Halle9` | 5432 | Kx82hdfQ7w |",
      "| door | Re7gen!Bogen | 8080 | |",
      "| guest | ask the house | 8081 | 无 |",
      "| vault | argon2id | 8082 | $VAULT |",
    ].join("\n");
    const masked = table.replace("Zug7Halle9", maskMark).replace("Kx82hdfQ7w", maskMark);
    expect(maskText(table).text).toBe(masked.replace("Re7gen!Bogen", maskMark));
    const plain =
      "| Token | Meaning |\n|---|---|\n| color-primary-500 | blue |\n| --font-read | serif |";
    expect(maskText(plain).redacted).toBe(false);
  });

  it("masks a key of which only one end is there", () => {
    const { line } = planted.find(({ kind }) => kind === "private key") ?? { line: "" };
    const lines = line.split("\n");
    const begin = lines.findIndex((one) => one.includes("BEGIN"));
    const end = lines.findIndex((one) => one.includes("END RSA"));
    const upper = lines.slice(begin, end - 5);
    const lower = lines.slice(begin + 5, end + 1);
    expect(maskText(upper.join("\n")).text).toBe(`${upper[0]}\n${maskMark}`);
    expect(maskText(lower.join("\n")).text).toBe(`${maskMark}\n${lower.at(-1)}`);
    const hold = (of: readonly string[], line_start: number, line_end: number) => {
      const text = of.slice(line_start - 1, line_end).join("\n");
      return linesHoldSecret(text, { line_start, line_end }, () => of);
    };
    expect(hold(lines, begin + 5, begin + 9)).toBe(true);
    expect(hold(lines, 1, 2)).toBe(false);
    expect(hold(lines.slice(begin + 1, end), 3, 6)).toBe(false);
  });

  it("is not switched off by what the text says", () => {
    const { line = "", secret = "" } = planted[0] ?? {};
    for (const off of [
      "secretlint-disable",
      "secretlint-disable-line",
      "secretlint-disable-next-line",
    ]) {
      expect(maskText(`<!-- ${off} -->\n${line} <!-- ${off} -->`).text).not.toContain(secret);
    }
  });

  it("looks at hostile text as often as at any other", () => {
    const bounded = (piece: string) => piece.repeat(Math.ceil(262_144 / piece.length));
    const hostile = [
      ...[
        "a",
        "aA1_",
        "sk-",
        "eyJ",
        "eyJaaaaaaaaaa.",
        "https://",
        "a://a:",
        "a:",
        "password=",
        'password"',
      ],
      ...["xoxb-", "bearer ", " -u a:", "--a-", "密码", "hf_", "token ", "a.", "SG.a.", "_key: a-"],
      ...[
        "-----BEGIN PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----",
        `${"A".repeat(60)}\n`,
        "|---|\n",
        "| password |\n|---|\n| a1B2c3D4 |\n",
        "|",
      ],
    ].map(bounded);
    // One that took quadratic time would run into the test's own deadline.
    for (const text of hostile) expect(findSecrets(text).length).toBeLessThan(text.length);
  });
});

describe("secrets in the log", () => {
  it("masks what is logged, in text and in fields, and still writes JSON", () => {
    const script = `
      import { createLogger } from "#lib/platform/logger";
      import { planted } from "./fixtures/secrets/planted.ts";
      const log = createLogger("test", "info");
      for (const { line } of planted) log.info({ line, server: "files" }, line);`;
    const node = ["--input-type=module-typescript", "--eval", script];
    const { stderr } = spawnSync(process.execPath, node, { cwd: projectDir(), encoding: "utf8" });
    const lines = stderr.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { server: string }).server)).toEqual(
      planted.map(() => "files"),
    );
    for (const { secret } of planted) {
      for (const piece of secret.split("\n")) expect(stderr).not.toContain(piece);
    }
  });
});

describe("secrets in data", () => {
  const { line = "", secret = "" } = planted[0] ?? {};

  it("gives data without a secret back as it was given", () => {
    const data = {
      id: "run_1",
      list: [{ sha256: "9f".repeat(32), text: "no secret" }],
      n: 1,
      none: null,
    };
    const masked = maskDeep(data);
    expect(masked.redacted).toBe(false);
    expect(masked.value).toBe(data);
  });

  it("masks every text, and a value by the name of its field", () => {
    const { value, redacted } = maskDeep({
      claims: [{ text: line }, { text: "plain" }],
      arguments: { api_key: "8f3kd93kfj3k2l1", password: "Zug7Halle9", limit: 20 },
    });
    expect(redacted).toBe(true);
    expect(value.claims).toEqual([{ text: line.replace(secret, maskMark) }, { text: "plain" }]);
    expect(value.arguments).toEqual({ api_key: maskMark, password: maskMark, limit: 20 });
  });

  it("finds what a flag, a header, a name beside it or the name of a field gives away", () => {
    const value = "Zx81kq92LmPw7RtB";
    const { value: masked } = maskDeep({
      command: [
        "npx",
        "files",
        "--api-key",
        value,
        "--password",
        "Tr0ub4dor&3xyz",
        "--port",
        "8080",
      ],
      headers: [
        ["Authorization", value],
        ["Accept", "text/plain"],
      ],
      env: [
        { name: "API_TOKEN", value },
        { name: "LANG", value: "en_US.UTF-8" },
      ],
      [`password=${value}`]: 1,
      path: `password=${value}&q`,
      passphrase: "correct horse battery staple",
      matched: ["password", "minimum"],
    });
    expect(masked).toEqual({
      command: ["npx", "files", "--api-key", maskMark, "--password", maskMark, "--port", "8080"],
      headers: [
        ["Authorization", maskMark],
        ["Accept", "text/plain"],
      ],
      env: [
        { name: "API_TOKEN", value: maskMark },
        { name: "LANG", value: "en_US.UTF-8" },
      ],
      [`password=${maskMark}`]: 1,
      path: `password=${maskMark}`,
      passphrase: maskMark,
      matched: ["password", "minimum"],
    });
  });

  it("keeps nothing of data that is nested deeper than anybody writes", () => {
    let deep: unknown = "words";
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(JSON.stringify(maskDeep(deep).value)).toContain(maskMark);
  });

  it("knows a secret again where its name is missing, as a search term too", () => {
    const masker = createMasker();
    masker.mask({ text: "password: Zug7Halle9" });
    const told = masker.mask({
      matched: ["zug7halle9"],
      detail: "word “zug7halle” in 1 passage",
      other: "Zug",
    });
    expect(told.value).toEqual({
      matched: [maskMark],
      detail: `word “${maskMark}” in 1 passage`,
      other: "Zug",
    });
  });

  it("masks a word that serves as a password in its place alone", () => {
    const { value } = maskDeep({ set: "MYSQL_PASSWORD=wordpress", of: "How wordpress is set up" });
    expect(value).toEqual({ set: `MYSQL_PASSWORD=${maskMark}`, of: "How wordpress is set up" });
  });

  it("masks pieces where a secret was cut, and nowhere else", () => {
    const piece = "9Ny4Bc6Df1Gh0SaUeIoXqYpZw5Tn8Hq1";
    expect(maskDeep({ snippet: piece }).redacted).toBe(false);
    expect(maskDeep({ snippet: `ends in ${piece}`, contains_secret: true }).value.snippet).toBe(
      `ends in ${maskMark}`,
    );
  });

  it("leaves alone what finds a place again", () => {
    const place = {
      relative_path: `notes/${secret}.md`,
      sha256: "9f".repeat(32),
      root_id: "notes",
    };
    expect(maskDeep(place).value).toBe(place);
    expect(holdsSecret(place.relative_path)).toBe(true);
  });
});
