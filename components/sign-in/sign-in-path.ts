import type { Account } from "../shell/app-shell-context.ts";

/** Where the page to sign in on is, and how the layout learns that it is shown in the place of another. */
export const signInPath = "/sign-in";
/** `token`: by the access token; else why nobody is let in who signs in with a provider: `out`, `no_role`, `away`. */
export const signedOutHeader = "x-docent-signed-out";
/** Who has signed in, where people do: a name and a role. Written by the server alone. */
export const accountHeader = "x-docent-account";

/** As the proxy has written it. */
export function readAccount(said: string | null): Account | undefined {
  return said === null ? undefined : (JSON.parse(decodeURIComponent(said)) as Account);
}
