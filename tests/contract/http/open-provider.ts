import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AccountClaims, Configuration } from "oidc-provider";

export const client_id = "docent";
export const client_secret = "a-secret-of-the-client-that-is-long-enough";

/** What the provider says of each account now. */
export type Accounts = Map<string, { name: string; groups: string[] }>;

/**
 * A real provider, with a sign-in page that takes a name and asks nothing else. It runs in this process, on this machine
 * alone.
 */
export async function openProvider(
  accounts: Accounts,
  redirect_uri: () => string,
  /** Whether it has a page to sign out on. */
  { signs_out = true }: { signs_out?: boolean } = {},
) {
  const { default: Provider } = await import("oidc-provider");
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const configuration: Configuration = {
    clients: [
      {
        ...{ client_id, client_secret, grant_types: ["authorization_code", "refresh_token"] },
        ...{ redirect_uris: [redirect_uri()], response_types: ["code"] },
        post_logout_redirect_uris: [new URL("/sign-in", redirect_uri()).href],
      },
    ],
    claims: { openid: ["sub"], profile: ["name", "groups"] },
    scopes: ["openid", "profile", "offline_access"],
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      rpInitiatedLogout: {
        enabled: signs_out,
        logoutSource: (context, form) => {
          context.body = pageWith(`${form}<button form="op.logoutForm" name="logout" value="yes">
            Sign out of the provider</button>`);
        },
      },
    },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    cookies: { keys: ["a key"] },
    ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: 86_400, Session: 3600, Grant: 86_400 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => {
      const account = accounts.get(id);
      if (account === undefined) return undefined;
      const claims = async (): Promise<AccountClaims> => ({ sub: id, ...account });
      return { accountId: id, claims };
    },
  };
  const provider = new Provider(issuer, configuration);
  const callback = provider.callback();
  let away = false;
  server.on("request", async (request, response) => {
    if (away) return void request.socket.destroy();
    const url = new URL(request.url ?? "/", issuer);
    if (!url.pathname.startsWith("/interaction/")) return void callback(request, response);
    const details = await provider.interactionDetails(request, response);
    const accountId = String(request.headers["x-account"]);
    const grant = new provider.Grant({ accountId, clientId: client_id });
    grant.addOIDCScope(String(details.params.scope));
    const grantId = await grant.save();
    const result = { login: { accountId }, consent: { grantId } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  });
  return {
    issuer,
    /** It does not answer from now on, or does again. */
    setAway(now: boolean) {
      away = now;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Without fonts and styles of elsewhere, which its own pages have. */
const pageWith = (body: string) =>
  `<!DOCTYPE html><html lang="en"><title>Provider</title><main><h1>Provider</h1>${body}</main></html>`;

/** Cookies of one browser, as far as these tests go: by name, and of which host. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  header(host: string): string {
    return [...(this.#jars.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  keep(host: string, response: Response): void {
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/.test(cookie) || /expires=Thu, 01 Jan 1970/i.test(cookie)) {
        jar.delete(pair.slice(0, at));
      } else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

/** Goes the way through the provider's pages, as `account`; gives where it sends the browser back to. */
export async function throughProvider(
  browser: Browser,
  start: string,
  account: string,
  own: string,
): Promise<URL> {
  let at = new URL(start);
  for (let steps = 0; steps < 12; steps++) {
    const response = await fetch(at, {
      redirect: "manual",
      headers: { cookie: browser.header(at.host), "x-account": account },
    });
    browser.keep(at.host, response);
    const location = response.headers.get("location");
    if (location === null) throw new Error(`stopped at ${at.href}: ${await response.text()}`);
    at = new URL(location, at);
    if (at.origin === own) return at;
  }
  throw new Error("the provider goes in a circle");
}
