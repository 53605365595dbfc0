import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { openStore } from "#lib/store/store";
import { checkAudit } from "../../scripts/doctor/check-audit.ts";
import { checkVersions } from "../../scripts/doctor/check-versions.ts";
import { client_id, client_secret, openProvider } from "../contract/http/open-provider.ts";

const token = "pQ4vX9sLmT2kRz7WbN5cYh";
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-doctor-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function doctor(env: Record<string, string> = {}) {
  const script = path.join(projectDir(), "scripts/run.mjs");
  const child = spawn(process.execPath, [script, "doctor"], {
    cwd: projectDir(),
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      LC_ALL: "C",
      DOCENT_HOME: path.join(dir, "home"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const row = (what: string) => out.split("\n").find((line) => line.includes(`  ${what}  `)) ?? "";
  return { out, err, code, row };
}

describe("npm run doctor", () => {
  it("finds nothing missed in this installation and names what it looked at", async () => {
    const { code, out, row } = await doctor();
    expect(code).toBe(0);
    expect(out).toContain("http://127.0.0.1:3000, this machine only");
    for (const what of ["Node", "next", "@modelcontextprotocol/sdk", "SQLite", "gray-matter"]) {
      expect(row(what)).toMatch(/^ok /);
    }
    expect(out).toMatch(/\d{2,} built-in entries, 0 from your settings/);
    expect(row("Tool folder workspace")).toMatch(/workspace, created at first use/);
    for (const name of ["ls", "fd", "rg", "bash", "bwrap"]) {
      expect(row(`Command ${name}`)).toMatch(/^(ok .*\d+\.\d+, \/|note .*not found)/);
    }
    expect(out).toContain("All checks passed.");
  });

  it("names the embedding model, and whether anybody agreed that it is sent text", async () => {
    expect((await doctor()).row("Embedding model")).toMatch(/^ok .*none: passages/);
    const config = path.join(dir, "config.json");
    const embedding = { provider: "compatible", name: "e5", base_url: "http://127.0.0.1:9/v1" };
    writeFileSync(config, JSON.stringify({ retrieval: { embedding } }));
    const { code, row } = await doctor({ DOCENT_CONFIG: config });
    expect(row("Embedding model")).toMatch(/^note .*e5 at 127\.0\.0\.1:9; not agreed to yet/);
    const here = { provider: "onnx", name: "/models/e5" };
    writeFileSync(config, JSON.stringify({ retrieval: { embedding: here } }));
    const local = await doctor({ DOCENT_CONFIG: config });
    expect(local.row("Embedding model")).toMatch(/^ok .*\/models\/e5, on this machine/);
    expect(code).toBe(0);
  });

  it("says of each folder whether it can be read, and by which rule not", async () => {
    mkdirSync(path.join(dir, "notes"));
    writeFileSync(path.join(dir, "notes", "synonyms.md"), "- hoist = crane\n- berth, mooring\n");
    const roots = [
      { id: "notes", label: "Notes", path: path.join(dir, "notes") },
      { id: "gone", label: "Gone", path: path.join(dir, "gone") },
      { id: "system", label: "System", path: "/etc" },
    ];
    const config = path.join(dir, "config.json");
    writeFileSync(config, JSON.stringify({ doc_access: { roots, deny: ["private"] } }));
    const { out } = await doctor({ DOCENT_CONFIG: config });
    expect(out).toMatch(/^ok .*Folder notes .*can be read$/m);
    expect(out).toMatch(/^note .*Synonyms of notes .*1 groups .*no group: lines 2$/m);
    expect(out).toMatch(/^note .*Folder gone .*is missing/m);
    expect(out).toMatch(/^note .*Folder system .*\(denylisted\): /m);
    expect(out).toContain("1 from your settings");
  });

  it("tells when others may enter the state folder", async () => {
    mkdirSync(path.join(dir, "home"));
    chmodSync(path.join(dir, "home"), 0o755);
    expect((await doctor()).out).toMatch(/^note .*State folder .*\(mode 755\)/m);
    chmodSync(path.join(dir, "home"), 0o700);
    expect((await doctor()).out).toMatch(/^ok .*State folder .*only its owner can enter/m);
  });

  it("says who reaches a server on the network, and never the token", async () => {
    const env = { HOST: "0.0.0.0", DOCENT_ACCESS_TOKEN: token, DOCENT_ALLOWED_HOSTS: "docs.lan" };
    const { out, err } = await doctor(env);
    expect(out).toContain("0.0.0.0:3000, with an access token, as docs.lan");
    expect(out + err).not.toContain(token);
  });

  it("says where people sign in, by which address, with which groups, and never the secret", async () => {
    expect((await doctor()).row("Sign-in")).toMatch(/^ok .*nobody signs in: there is one person/);
    const provider = await openProvider(new Map(), () => "http://127.0.0.1:3000/x");
    const config = path.join(dir, "config.json");
    const auth = { public_url: "http://docs.lan", roles: { editor: ["writers"] } };
    const env = {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client_id },
      ...{ OIDC_CLIENT_SECRET: client_secret, DOCENT_CONFIG: config },
    };
    try {
      writeFileSync(config, JSON.stringify({ auth }));
      const incomplete = await doctor(env);
      expect(incomplete.row("Sign-in")).toContain(`people sign in at ${provider.issuer}`);
      expect(incomplete.row("Address for people")).toMatch(/^note .*without https/);
      expect(incomplete.row("Roles")).toMatch(/^note .*set auth\.roles\.admin/);
      const complete = { public_url: "https://docs.lan", roles: { admin: ["a"], editor: ["b"] } };
      writeFileSync(config, JSON.stringify({ auth: complete }));
      const { row, out, err } = await doctor(env);
      expect(row("Address for people")).toMatch(/^ok .*https:\/\/docs\.lan/);
      expect(row("Roles")).toMatch(/^ok .*administrators: a; editors: b; readers: no group/);
      expect(out + err).not.toContain(client_secret);
    } finally {
      await provider.close();
    }
    const away = await doctor(env);
    expect(away.row("Sign-in")).toMatch(/^FAILED .*does not answer/);
    expect(away.code).toBe(1);
  });

  it("ends with one sentence for a variable that is not accepted", async () => {
    const { code, err, out } = await doctor({ HOST: "0.0.0.0" });
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("the audit", () => {
  it("is missed once a row is not what was written, and the row is named", async () => {
    const file = path.join(dir, "docent.db");
    expect(checkAudit(dir)).toMatchObject({ said: "nothing recorded yet", mark: "ok" });
    const store = openStore({ file, clock: systemClock, log: createLogger("t", "silent") });
    const at = "2026-01-01T00:00:00.000Z";
    for (const relative_path of ["a.md", "b.md"]) {
      store.trace.read({ at, trace_id: "t", agent_id: "person", tool_id: "x", relative_path });
    }
    await store.close();
    expect(checkAudit(dir)).toMatchObject({
      said: "2 rows, unchanged since they were written",
      mark: "ok",
    });
    const db = new Database(file);
    db.exec("UPDATE reads SET relative_path = 'c.md' WHERE id = 2");
    db.close();
    const { said, mark } = checkAudit(dir);
    expect(mark).toBe("missed");
    expect(said).toMatch(/^reads 2 is not what was written/);
    writeFileSync(file, "This is no database, and no program takes it for one.");
    expect(checkAudit(dir)).toMatchObject({ mark: "note" });
  });
});

describe("a floor", () => {
  it("is missed by an old version, a package that is not there, and one that must not be", () => {
    const write = (name: string, value: unknown) => {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      writeFileSync(path.join(dir, name), JSON.stringify(value));
    };
    write("node_modules/next/package.json", { version: "16.2.10" });
    write("package-lock.json", { packages: { "node_modules/a/node_modules/gray-matter": {} } });
    const found = checkVersions({ project_dir: dir, node: "23.9.0", sqlite: () => "3.51.2" });
    expect(found.map(({ mark }) => mark)).toEqual(Array(5).fill("missed"));
  });
});
