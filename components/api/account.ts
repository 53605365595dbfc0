import { Me, NewToken, type NewTokenBody, TokenList } from "#lib/contracts/people-desk";
import { get, post } from "./call.ts";
import { createRemote } from "./remote.ts";
import { send } from "./send.ts";

/** Where the browser goes to sign in, to come back to a page of this server. */
export const signInAt = (back: string): string =>
  `/api/auth/start?return_to=${encodeURIComponent(back)}`;

/** One's own account, where people sign in. */
export const accountApi = {
  me: (signal?: AbortSignal) => get(Me, "/api/auth/me", signal),
  tokens: (signal?: AbortSignal) => get(TokenList, "/api/auth/tokens", signal),
  addToken: (body: NewTokenBody) => post(NewToken, "/api/auth/tokens", body),
  removeToken: async (id: string) => {
    await send(`/api/auth/tokens/${encodeURIComponent(id)}`, { method: "DELETE" });
  },
  signOut: async () => {
    await send("/api/auth/sign-out", { method: "POST" });
  },
};

export const tokensRemote = createRemote(() => accountApi.tokens());
