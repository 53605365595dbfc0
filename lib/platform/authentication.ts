import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "#lib/contracts/ports";

/**
 * Who may come in when an access token is set. A program shows the token with every request (`Authorization: Bearer`);
 * a browser shows it once and gets a session, which lives in this process, is random, and ends by itself. Without a
 * token everyone who reaches the server is in: then it listens on the loopback alone.
 *
 * Wrong tokens are counted for each address and for all together. Beyond the limit no token is looked at, right or
 * wrong, so that trying on tells nothing; sessions that are open go on. Where all clients have one address, whoever tries
 * would shut out those who know the token: with `shared_address` the right one is always taken. It has 128 bits or more.
 */
export type Entry = { kind: "in" } | { kind: "out" } | { kind: "limited"; retry_after_s: number };
export type SignedIn =
  | { kind: "in"; session: string; max_age_s: number }
  | Exclude<Entry, { kind: "in" }>;

export type Authentication = {
  /** Whether there is a token at all. */
  locked: boolean;
  judge(shown: { cookie: string | null; authorization: string | null; address: string }): Entry;
  signIn(token: string, address: string): SignedIn;
  /** Ends the session of these cookies; without one there is nothing to end. */
  signOut(cookies: string | null): void;
  /** The session's cookie. Browsers do not tell ports apart, so its name does. */
  cookie: string;
};

export const SESSION_MS = 12 * 3_600_000;
export const MAX_SESSIONS = 200;
export const WINDOW_MS = 60_000;
export const WRONG_PER_ADDRESS = 10;
export const WRONG_OVERALL = 100;
const MAX_ADDRESSES = 1000;

export function createAuthentication(deps: {
  token?: string;
  port: number;
  clock: Clock;
  /** A text that nobody can guess: 256 bits. */
  random: () => string;
  /** All clients are on this machine and show the token with each request: wrong ones of one do not count against others. */
  shared_address?: boolean;
}): Authentication {
  const { clock, random, shared_address = false } = deps;
  const cookie = `docent_session_${deps.port}`;
  const wanted = deps.token === undefined ? undefined : digest(deps.token);
  // By the hash of the session's text: looking one up by what a stranger sends tells nothing about those that exist.
  const sessions = new Map<string, number>();
  const attempts = createAttempts(clock);

  function check(token: string, address: string): Entry {
    const isRight = () => wanted !== undefined && timingSafeEqual(digest(token), wanted);
    if (shared_address && isRight()) return { kind: "in" };
    const wait = attempts.waitMs(address);
    if (wait > 0) return { kind: "limited", retry_after_s: Math.ceil(wait / 1000) };
    if (isRight()) return { kind: "in" };
    attempts.add(address);
    return { kind: "out" };
  }

  const keyOf = (session: string) => digest(session).toString("hex");

  function inSession(header: string | null): boolean {
    const session = cookieIn(header, cookie);
    if (session === undefined) return false;
    const ends = sessions.get(keyOf(session));
    return ends !== undefined && clock.monotonic() < ends;
  }

  return {
    locked: wanted !== undefined,
    cookie,
    judge({ cookie: cookies, authorization, address }) {
      if (wanted === undefined || inSession(cookies)) return { kind: "in" };
      const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
      return token === undefined ? { kind: "out" } : check(token, address);
    },
    signIn(token, address) {
      const entry = check(token, address);
      if (entry.kind !== "in") return entry;
      const now = clock.monotonic();
      for (const [key, ends] of sessions) if (ends <= now) sessions.delete(key);
      if (sessions.size >= MAX_SESSIONS) dropOldest(sessions);
      const session = random();
      sessions.set(keyOf(session), now + SESSION_MS);
      return { kind: "in", session, max_age_s: SESSION_MS / 1000 };
    },
    signOut(cookies) {
      const session = cookieIn(cookies, cookie);
      if (session !== undefined) sessions.delete(keyOf(session));
    },
  };
}

/**
 * Wrong attempts of the last minute, in memory that does not grow with the number of those who try: of many addresses
 * the one that tried longest ago is forgotten, and the limit for all together still holds.
 */
export function createAttempts(clock: Clock) {
  const byAddress = new Map<string, number[]>();
  let overall: number[] = [];

  const recent = (times: readonly number[]) =>
    times.filter((at) => clock.monotonic() - at < WINDOW_MS);
  const waitOf = (times: readonly number[], limit: number) => {
    const oldest = times.at(-limit);
    return oldest === undefined ? 0 : WINDOW_MS - (clock.monotonic() - oldest);
  };

  return {
    waitMs(address: string): number {
      const mine = recent(byAddress.get(address) ?? []);
      overall = recent(overall);
      return Math.max(waitOf(mine, WRONG_PER_ADDRESS), waitOf(overall, WRONG_OVERALL));
    },
    add(address: string): void {
      const mine = [...recent(byAddress.get(address) ?? []), clock.monotonic()];
      byAddress.delete(address);
      if (byAddress.size >= MAX_ADDRESSES) dropOldest(byAddress);
      byAddress.set(address, mine);
      overall.push(clock.monotonic());
    },
  };
}

function dropOldest(map: Map<string, unknown>): void {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}

export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export function cookieIn(header: string | null, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
