import { constants, existsSync, openSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Approval, ApprovalList, InvokeReply } from "#lib/contracts/approvals";
import type { ToolResult } from "#lib/contracts/tools";
import type { CommandName, Commands } from "#lib/tools/commands";
import { missingCommands, ownCommands } from "../../tools/open-room.ts";
import { noSandboxHere } from "../../tools/open-shell.ts";
import { type Http, openHttp } from "./open-http.ts";

const withoutSandbox = await noSandboxHere();
const missing = await missingCommands("fd", "rg");

/** Files are listed and searched by this program itself, and a command of a shell runs as before. */
const isLeft = (name: CommandName) => name === "bash" || name === "bwrap";
const withoutFileCommands: Commands = {
  find: async (name) => (isLeft(name) ? ownCommands.find(name) : undefined),
  all: async () =>
    (await ownCommands.all()).map(({ found, ...command }) =>
      found !== undefined && isLeft(command.name) ? { ...command, found } : command,
    ),
};

describe.each([
  { machine: "with the commands of this machine", commands: ownCommands, lacking: missing },
  { machine: "where ls, fd and rg are missing", commands: withoutFileCommands, lacking: [] },
])("the built-in tools over HTTP, $machine", ({ commands, lacking }) => {
  let http: Http;
  beforeAll(async () => {
    http = await openHttp({ commands });
    http.write("notes/secret.md", "# Not for tools\n");
    for (const name of ["a", "b", "c", "d", "e"])
      http.write(`home/workspace/list/${name}.txt`, name);
    http.write("home/workspace/tree/one/two/deep.ts", "export const lamp = 1;\n");
    http.write("home/workspace/tree/lamp.ts", "lamp\n");
    http.write("home/workspace/many.log", "the same lamp again\n".repeat(3000));
    http.write("home/workspace/lines.txt", "first\nsecond\nthird\n");
    if (withoutSandbox === undefined) await switchBashOn();
  });
  afterAll(() => http.close());

  const file = (name: string) => readFileSync(http.at("home/workspace", name), "utf8");
  async function reply(tool: string, args: Record<string, unknown>) {
    const response = await http.send("POST", `/api/tools/${tool}/invoke`, { arguments: args });
    return InvokeReply.parse(await response.json());
  }
  async function call(tool: string, args: Record<string, unknown>): Promise<ToolResult> {
    const replied = await reply(tool, args);
    if ("result" in replied) return replied.result;
    throw new Error(`${tool} asked`);
  }
  async function approval(id: string): Promise<Approval> {
    return Approval.parse(await (await http.get(`/api/approvals/${id}`)).json());
  }
  /** Asked, shown, allowed once, and its end waited for. */
  async function allowed(tool: string, args: Record<string, unknown>) {
    const replied = await reply(tool, args);
    if ("result" in replied) throw new Error(`${tool} did not ask: ${JSON.stringify(replied)}`);
    const asked = await approval(replied.approval_id);
    expect(asked.state).toBe("pending");
    await http.send("POST", `/api/approvals/${asked.id}`, { decision: "allow_once" });
    return vi.waitFor(
      async () => {
        const { result } = await approval(asked.id);
        if (result === undefined) throw new Error("it still runs");
        return { shows: asked.shows, result };
      },
      { timeout: 240_000, interval: 20 },
    );
  }

  async function switchBashOn(): Promise<void> {
    const { config, etag } = (await (await http.get("/api/config")).json()) as {
      etag: string;
      config: { tools: object };
    };
    const tools = { ...config.tools, bash: { enabled: true } };
    await http.send("PUT", "/api/config", { ...config, tools }, { "if-match": etag });
    const { approvals } = ApprovalList.parse(await (await http.get("/api/approvals")).json());
    expect(approvals.map(({ shows }) => shows.kind)).toEqual(["tool"]);
    for (const { id } of approvals) {
      await http.send("POST", `/api/approvals/${id}`, { decision: "allow_always" });
    }
  }

  test.skipIf(lacking.length > 0)("ls: page by page to the end", async () => {
    const pages: string[] = [];
    let page = await call("ls", { path: "list", limit: 2 });
    for (;;) {
      pages.push(page.stdout.trim());
      if (page.next_page_cursor === undefined) break;
      page = await call("ls", { cursor: page.next_page_cursor });
    }
    expect(pages.join("\n").split("\n")).toEqual(["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]);
    expect(pages.length).toBeGreaterThan(1);
  });

  test.skipIf(lacking.length > 0)(
    "find: by pattern and depth, and nothing where nothing fits",
    async () => {
      const found = async (args: object) => (await call("find", { path: "tree", ...args })).stdout;
      expect(await found({ name_pattern: "*.ts" })).toBe("tree/lamp.ts\ntree/one/two/deep.ts");
      expect(await found({ name_pattern: "*.ts", max_depth: 1 })).toBe("tree/lamp.ts");
      expect(await found({ name_pattern: "--exec" })).toBe("");
    },
  );

  test.skipIf(lacking.length > 0)(
    "grep: a hit, no hit, and a large output that is cut and goes on",
    async () => {
      const hit = await call("grep", { path: "tree", pattern: "l.mp\\b", glob: "*.ts" });
      expect(hit.stdout).toBe("tree/lamp.ts:1:lamp\ntree/one/two/deep.ts:1:export const lamp = 1;");
      expect(await call("grep", { path: "tree", pattern: "--pre" })).toMatchObject({
        ok: true,
        stdout: "",
      });
      const large = await call("grep", { path: "many.log", pattern: "lamp", limit: 5000 });
      expect(large.truncated_lines).toBeGreaterThan(0);
      const rest = await call("grep", { cursor: large.next_page_cursor });
      expect(rest.stdout).toMatch(/^many\.log:\d+:the same lamp again\n/);
    },
  );

  test("read: from an offset, and a path outside is refused by its rule", async () => {
    expect((await call("read", { path: "lines.txt", offset: 6, limit_bytes: 7 })).stdout).toBe(
      "second\n",
    );
    for (const path of [http.at("notes/secret.md"), "../../notes/secret.md", "/etc/passwd"]) {
      const { ok, error, stdout } = await call("read", { path });
      expect({ ok, stdout }).toEqual({ ok: false, stdout: "" });
      expect(["not_allowlisted", "traversal", "denylisted"]).toContain(error?.rule);
    }
  });

  test("write: made, written over, added to, and read back", async () => {
    const made = await allowed("write", { path: "new/note.txt", content: "one\n" });
    expect(made.shows).toMatchObject({ kind: "diff", path: "new/note.txt", created: true });
    await allowed("write", { path: "new/note.txt", content: "two\n" });
    const added = await allowed("write", {
      path: "new/note.txt",
      content: "three\n",
      mode: "append",
    });
    expect(added.result.ok).toBe(true);
    expect((await call("read", { path: "new/note.txt" })).stdout).toBe("two\nthree\n");
  });

  test("edit: once, at every place, nowhere, and where it is ambiguous", async () => {
    http.write("home/workspace/edit.txt", "red lamp\nred bell\nblue door\n");
    const once = await allowed("edit", { path: "edit.txt", find: "lamp", replace: "$& lantern" });
    expect(once.shows).toMatchObject({ kind: "diff", diff: expect.stringContaining("-red lamp") });
    expect(file("edit.txt")).toBe("red $& lantern\nred bell\nblue door\n");
    const nowhere = await call("edit", { path: "edit.txt", find: "green", replace: "x" });
    expect(nowhere).toMatchObject({ ok: false, error: { code: "validation" } });
    const twice = await call("edit", { path: "edit.txt", find: "red", replace: "x" });
    expect(twice.error?.message).toMatch(/\b2\b/);
    expect(file("edit.txt")).toBe("red $& lantern\nred bell\nblue door\n");
    await allowed("edit", { path: "edit.txt", find: "red", replace: "green", all: true });
    expect(file("edit.txt")).toBe("green $& lantern\ngreen bell\nblue door\n");
  });

  describe.skipIf(withoutSandbox !== undefined)(`bash ${withoutSandbox ?? ""}`, () => {
    test("runs a command in the workspace, exactly as it was shown", async () => {
      const cmd = "grep -c '' lines.txt; echo oops >&2; exit 3";
      const { shows, result } = await allowed("bash", { cmd });
      expect(shows).toMatchObject({ kind: "command", command: cmd });
      expect(result).toMatchObject({ ok: false, stdout: "3\n", stderr: "oops\n", exit_code: 3 });
    });

    test("ends one that takes too long, and hands over what it wrote by then", async () => {
      const { result } = await allowed("bash", {
        cmd: "echo begun; sleep 600; echo done > done.txt",
        timeout_seconds: 3,
      });
      expect(result).toMatchObject({ ok: false, stdout: "begun\n", error: { code: "timeout" } });
      expect(existsSync(http.at("home/workspace/done.txt"))).toBe(false);
    });

    test("refuses what is on the denylist before anybody is asked", async () => {
      expect((await call("bash", { cmd: "true && rm -rf /" })).error?.code).toBe(
        "command_denylisted",
      );
    });

    test("takes along what a command forked, and waits for what the command waits for", async () => {
      const { result } = await allowed("bash", {
        cmd: "for i in 1 2 3; do (echo child $i) & done; wait; echo parent",
      });
      expect(result.stdout.trim().split("\n").sort()).toEqual([
        "child 1",
        "child 2",
        "child 3",
        "parent",
      ]);
    });

    test("leaves nothing running behind it", async () => {
      // A child that reads from a pipe: once it is gone, nobody reads there.
      const { result } = await allowed("bash", {
        cmd: "mkfifo pipe; (exec 3<>pipe; echo ready > ready; read line <&3) & until [ -e ready ]; do :; done; echo left",
      });
      expect(result).toMatchObject({ ok: true, stdout: "left\n" });
      const pipe = http.at("home/workspace/pipe");
      expect(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)).toThrow(/ENXIO/);
    });
  });
});
