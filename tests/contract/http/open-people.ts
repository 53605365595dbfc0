import { expect } from "vitest";
import { type Http, openHttp } from "./open-http.ts";
import {
  type Accounts,
  Browser,
  client_id,
  client_secret,
  openProvider,
  throughProvider,
} from "./open-provider.ts";

export type PeopleHttp = Awaited<ReturnType<typeof openPeople>>;

/** The program where people sign in with that provider. */
export async function openPeople(
  options: {
    auth?: Record<string, unknown>;
    roots?: (at: (...names: string[]) => string) => object[];
    /** Other sections of the configuration. */
    config?: Record<string, unknown>;
    env?: Record<string, string>;
    open?: Parameters<typeof openHttp>[0];
    provider?: Parameters<typeof openProvider>[2];
  } = {},
) {
  const own = "http://127.0.0.1:3999";
  const accounts: Accounts = new Map([
    ["alice", { name: "Alice", groups: ["writers", "legal"] }],
    ["bob", { name: "Bob", groups: ["readers"] }],
    ["carol", { name: "Carol", groups: ["writers"] }],
    ["root", { name: "Root", groups: ["admins"] }],
    ["nobody", { name: "Nobody", groups: [] }],
  ]);
  const callback = `${own}/api/auth/callback`;
  const provider = await openProvider(accounts, () => callback, options.provider);
  const http: Http = await openHttp({
    ...options.open,
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client_id,
      OIDC_CLIENT_SECRET: client_secret,
      ...options.env,
    },
  });
  const auth = {
    roles: { reader: ["readers"], editor: ["writers"], admin: ["admins"] },
    ...options.auth,
  };
  const roots = options.roots?.(http.at) ?? [
    { id: "notes", label: "Notes", path: http.at("notes") },
  ];
  const configure = (more: Record<string, unknown> = {}) =>
    http.write(
      "config.json",
      JSON.stringify({ ...options.config, doc_access: { roots }, auth: { ...auth, ...more } }),
    );
  configure();

  const begin = async (browser: Browser, query = "") => {
    const response = await http.get(`/api/auth/start${query}`, {
      cookie: browser.header("own"),
    });
    browser.keep("own", response);
    return response;
  };
  const finish = async (browser: Browser, back: URL) => {
    const response = await http.get(back.pathname + back.search, {
      cookie: browser.header("own"),
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
    });
    browser.keep("own", response);
    return response;
  };
  /** Signs in as somebody; gives what a browser sends from then on. */
  async function signIn(account: string, browser = new Browser()) {
    const started = await begin(browser);
    const to = started.headers.get("location") ?? "";
    const back = await throughProvider(browser, to, account, own);
    const response = await finish(browser, back);
    expect(response.status).toBe(303);
    return { browser, response, headers: { cookie: browser.header("own"), origin: own } };
  }
  /** A token of theirs. */
  async function tokenOf(headers: Record<string, string>, scope: "read" | "all", days = 1) {
    const made = await http.send("POST", "/api/auth/tokens", { name: scope, scope, days }, headers);
    expect(made.status).toBe(201);
    const { token } = (await made.json()) as { token: string };
    return { authorization: `Bearer ${token}` };
  }
  return {
    ...{ http, provider, accounts, own, configure, begin, finish, signIn, tokenOf },
    async close() {
      await http.close();
      await provider.close();
    },
  };
}
