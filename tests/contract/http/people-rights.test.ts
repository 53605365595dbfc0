import { afterAll, beforeAll, expect, it } from "vitest";
import { ErrorBody } from "#lib/contracts/errors";
import type { ToolProvider } from "#lib/tools/provider";
import { toolSpec } from "../../tools/open-desk.ts";
import { openPeople, type PeopleHttp } from "./open-people.ts";

const stub: ToolProvider = {
  id: "jotter",
  listTools: async () => [toolSpec("jot", { provider_id: "jotter" })],
  invoke: async () => ({ is_error: false, text: "done", exit_code: 0 }),
  close: async () => {},
};

let room: PeopleHttp;
beforeAll(async () => {
  room = await openPeople({
    open: { providers: [stub] },
    roots: (at) => [
      { id: "notes", label: "Notes", path: at("notes") },
      { id: "closed", label: "Closed", path: at("closed"), groups: ["admins"] },
    ],
  });
  room.http.write("notes/bells.md", "# Bells\n\nThe bell is rung at nine.\n");
  room.http.write("closed/one.md", "# One\n\nThe first secret.\n");
  await room.http.ready();
});
afterAll(() => room.close());
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const codeOf = async (response: Response) => ErrorBody.parse(await response.json()).error.code;

it("HEAD goes no further than GET, whatever the role and the token", async () => {
  const { headers } = await room.signIn("bob");
  const root = (await room.signIn("root")).headers;
  const [bobs, roots] = [await room.tokenOf(headers, "all"), await room.tokenOf(root, "read")];
  for (const [url, given] of [
    ["/api/config", headers],
    ["/api/people", headers],
    ["/api/audit", bobs],
    ["/api/auth/tokens", roots],
  ] as const) {
    for (const method of ["GET", "HEAD"]) {
      const { status } = await room.http.call(method, url, { headers: given });
      expect([method, url, status]).toEqual([method, url, 403]);
    }
  }
  expect((await room.http.call("HEAD", "/api/threads", { headers: bobs })).status).toBe(200);
});

it("a route whose row is not found by its address lets in nobody, and where there is no route anybody is told so", async () => {
  const root = (await room.signIn("root")).headers;
  const { GET } = await import("../../../app/api/config/route.ts");
  for (const spelled of ["/api/confi%67", "/api/new", "//x/api/config"]) {
    const request = new Request(`${room.own}${spelled}`, {
      headers: { ...root, host: new URL(room.own).host },
    });
    const response = await GET(request, { params: Promise.resolve({}) });
    expect([spelled, response.status]).toEqual([spelled, 403]);
  }
  const { headers } = await room.signIn("bob");
  expect((await room.http.get("/api/new", headers)).status).toBe(404);
  expect((await room.http.get("/api/new")).status).toBe(401);
});

it("a method that a route does not take is told as such, and to nobody who is not known", async () => {
  const { headers } = await room.signIn("bob");
  expect((await room.http.call("DELETE", "/api/ask", { headers })).status).toBe(405);
  expect((await room.http.call("DELETE", "/api/ask")).status).toBe(401);
  expect((await room.http.call("OPTIONS", "/api/ask", { headers })).status).toBe(204);
});

it("a role that is lacking is named, in the language of the reader", async () => {
  const { headers } = await room.signIn("bob");
  const said = async (language: string) => {
    const given = { ...headers, "accept-language": language };
    return ErrorBody.parse(await (await room.http.get("/api/config", given)).json()).error.message;
  };
  expect(await said("en")).toBe("This takes the role administrator, which you don’t have.");
  expect(await said("zh-CN")).toBe("此操作需要管理员角色，而你没有。");
});

it("who has no role any more signs out all the same", async () => {
  const { headers } = await room.signIn("bob");
  room.configure({ roles: {} });
  const out = () => room.http.call("POST", "/api/auth/sign-out", { headers });
  const response = await out();
  expect([response.status, response.headers.get("set-cookie")]).toEqual([
    200,
    expect.stringContaining("Max-Age=0"),
  ]);
  expect((await out()).status).toBe(401); // there is no session any more
  room.configure();
});

it("an editor takes back what they allowed for good, and nobody else does", async () => {
  const { headers } = await room.signIn("alice");
  const send = async (url: string, body: unknown) =>
    json(await room.http.send("POST", url, body, headers));
  const asked = await send("/api/tools/jot/invoke", { arguments: { text: "x" } });
  await send(`/api/approvals/${String(asked.approval_id)}`, { decision: "allow_always" });
  const listed = async () => {
    const { permissions } = await json(await room.http.get("/api/approvals", headers));
    return permissions as { id: string }[];
  };
  const [permission] = await listed();
  const url = `/api/permissions/${permission?.id}`;
  for (const name of ["carol", "bob", "root"]) {
    const other = (await room.signIn(name)).headers;
    expect((await room.http.call("DELETE", url, { headers: other })).status).toBe(404);
  }
  expect((await room.http.call("DELETE", url, { headers })).status).toBe(200);
  expect(await listed()).toEqual([]);
});

it("a token that only reads asks, and nothing is left of it", async () => {
  const { headers } = await room.signIn("alice");
  const by = await room.tokenOf(headers, "read");
  const question = "When is the bell rung?";
  const threads = async () =>
    (await json(await room.http.get("/api/threads", headers))).total as number;
  const before = await threads();
  const asked = await room.http.send("POST", "/api/ask", { question }, by);
  expect([asked.status, JSON.stringify(await json(asked)).includes("at nine")]).toEqual([
    200,
    true,
  ]);
  expect(await threads()).toBe(before);
  const own = await json(await room.http.send("POST", "/api/ask", { question }, headers));
  const { thread_id } = own as { thread_id: string };
  const threaded = await room.http.send("POST", "/api/ask", { question, thread_id }, by);
  expect([threaded.status, await codeOf(threaded)]).toEqual([403, "token_scope"]);
});

it("an admin finds in Settings every folder, with its groups, and reads none that is closed to them", async () => {
  const { headers } = await room.signIn("root");
  const document = async () => json(await room.http.get("/api/config", headers));
  const save = async (groups: string[]) => {
    const { config, etag } = (await document()) as {
      etag: string;
      config: { doc_access: { roots: { id: string }[] } };
    };
    const roots = config.doc_access.roots.map((root) =>
      root.id === "closed" ? { ...root, groups } : root,
    );
    const next = { ...config, doc_access: { ...config.doc_access, roots } };
    const given = { ...headers, "if-match": etag };
    expect((await room.http.send("PUT", "/api/config", next, given)).status).toBe(200);
  };
  await save(["others"]);
  const shown = (await document()).roots as { id: string; files: number }[];
  expect(shown.map(({ id, files }) => [id, files])).toEqual([
    ["notes", 1],
    ["closed", 1],
  ]);
  const preview = () => room.http.get("/api/sources/preview?root=closed&path=one.md", headers);
  expect((await preview()).status).not.toBe(200);
  expect(JSON.stringify(await json(await room.http.get("/api/index", headers)))).not.toContain(
    "closed",
  );
  const rescan = { action: "rescan", root_id: "closed" };
  expect((await room.http.send("POST", "/api/index", rescan, headers)).status).toBe(200);
  // Whoever took away their own way to it has it again by the same page.
  await save(["admins"]);
  expect((await preview()).status).toBe(200);
  room.configure();
});

it("what an admin decides for the program stands in the audit by their name", async () => {
  const { headers } = await room.signIn("root");
  const document = await json(await room.http.get("/api/config", headers));
  const mcp_servers = [{ name: "other", cmd: ["node", "none.mjs"] }];
  const next = { ...(document.config as object), mcp_servers };
  const saved = await room.http.send("PUT", "/api/config", next, {
    ...{ ...headers, "if-match": String(document.etag) },
  });
  expect(saved.status).toBe(200);
  const { approvals } = await json(await room.http.get("/api/approvals", headers));
  const [question] = approvals as { id: string }[];
  const url = `/api/approvals/${question?.id}`;
  expect((await room.http.send("POST", url, { decision: "deny" }, headers)).status).toBe(200);
  const me = await json(await room.http.get("/api/auth/me", headers));
  const { rows } = await json(
    await room.http.get("/api/audit?tool=http.approvals.decide", headers),
  );
  expect((rows as unknown[])[0]).toMatchObject({ relative_path: "mcp.other", person: me.id });
  room.configure();
});
