import {
  type Accounts,
  Browser,
  client_id,
  client_secret,
  openProvider,
  throughProvider,
} from "../../../tests/contract/http/open-provider.ts";

/** Where the servers are reached, as their configuration says; nobody asks for it here. */
export const publicAddress = "https://docs.example";

/** A real provider, on this machine, who knows these people. */
export async function openSignIn(accounts: Accounts) {
  const provider = await openProvider(accounts, () => `${publicAddress}/api/auth/callback`);
  return {
    env: {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client_id },
      ...{ OIDC_CLIENT_SECRET: client_secret, DOCENT_ALLOWED_HOSTS: "docs.example" },
    },
    close: provider.close,
  };
}

/** Signs in at the provider as a browser does, and makes a token for a program, which it gives. */
export async function tokenOf(account: string, address: string): Promise<string> {
  const browser = new Browser();
  const begun = await fetch(`${address}/api/auth/start`, { redirect: "manual" });
  browser.keep("own", begun);
  const to = begun.headers.get("location") ?? "";
  const back = await throughProvider(browser, to, account, publicAddress);
  const signed = await fetch(`${address}${back.pathname}${back.search}`, {
    redirect: "manual",
    headers: { cookie: browser.header("own") },
  });
  browser.keep("own", signed);
  const made = await fetch(`${address}/api/auth/tokens`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", cookie: browser.header("own"), origin: address },
    },
    body: JSON.stringify({ name: "soak", scope: "all", days: 1 }),
  });
  if (made.status !== 201) throw new Error(`${account} got no token: ${await made.text()}`);
  return ((await made.json()) as { token: string }).token;
}
