import {
  Me,
  NewToken,
  type NewTokenBody,
  PeopleList,
  type PersonChange,
  PersonErased,
  PersonInfo,
  SignedOut,
  TokenList,
} from "#lib/contracts/people-desk";
import { call, get, post } from "./call.ts";
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
  signOut: () => call(SignedOut, "/api/auth/sign-out", { method: "POST" }),
};

/** Everybody who has signed in; for those who look after them. */
export const peopleApi = {
  list: () => get(PeopleList, "/api/people"),
  change: (id: string, change: PersonChange) =>
    call(PersonInfo, `/api/people/${encodeURIComponent(id)}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    }),
  erase: (id: string) =>
    call(PersonErased, `/api/people/${encodeURIComponent(id)}`, { method: "DELETE" }),
};

export const meRemote = createRemote(() => accountApi.me());
export const peopleRemote = createRemote(peopleApi.list);
export const tokensRemote = createRemote(() => accountApi.tokens());
