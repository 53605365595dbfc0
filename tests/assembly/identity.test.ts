import { beforeEach, expect, it } from "vitest";
import { cookieName, createPeopleIdentity, hashOf, tokenPrefix } from "#lib/assembly/identity";
import type { KeptStore } from "#lib/assembly/keep-store";
import type { SaidAgain } from "#lib/assembly/sign-in-provider";
import { AuthConfig } from "#lib/contracts/config";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { describeStores } from "../store/implementations.ts";

const minute = 60_000;
const begun = Date.parse("2026-11-29T10:00:00.000Z");
const said = { issuer: "https://id.example", subject: "carol", name: "Carol" };
const carol = { id: "p_carol", ...said, groups: ["writers"] };
const token = `${tokenPrefix}of-carol`;
const shown = (text = token, address = "10.0.0.1") => ({
  ...{ cookie: null, authorization: `Bearer ${text}`, address },
});

describeStores("who comes with a token", ({ open, at, now }) => {
  let store: Store;
  let lost: string[];
  let answers: (kept: string) => SaidAgain;
  const after = (ms: number) => at(new Date(begun + ms).toISOString());
  const yes = (kept: string): SaidAgain => ({
    ...{ kind: "said", name: "Carol", groups: ["writers"], kept: `${kept}+` },
  });

  /** One server over the store. */
  const serve = (over = store, auth = {}) =>
    createPeopleIdentity({
      // As much of it as is asked for here.
      store: {
        everyone: { patiently: async (work: (of: Store) => unknown) => work(over.everyone) },
        queue: { now: () => undefined },
        events: { listen: () => () => undefined },
      } as unknown as KeptStore,
      config: () =>
        ({ auth: AuthConfig.parse({ roles: { editor: ["writers"] }, ...auth }) }) as never,
      provider: { askAgain: async (kept) => answers(kept ?? "nothing was kept") },
      address: () => new URL("https://docs.example"),
      lost: (id) => lost.push(id),
      clock: { now, monotonic: () => performance.now() },
      log: createLogger("test", "silent"),
    });

  async function signIn(kept: string | null) {
    await store.everyone.people.confirm(carol, now().toISOString(), { kept });
  }

  beforeEach(async () => {
    store = await open();
    after(0);
    lost = [];
    answers = yes;
    await signIn("kept");
    await store.everyone.people.tokens.add(
      {
        ...{ id: "token_1", hash: hashOf(token), person_id: carol.id, name: "n", scope: "all" },
        ...{ created_at: now().toISOString(), used_at: null },
        expires_at: "2027-11-29T10:00:00.000Z",
      },
      9,
    );
  });

  it("is let in for as long as the provider says who they are, and by what it says", async () => {
    const identity = serve();
    expect(await identity.judge(shown())).toMatchObject({ kind: "in" });
    after(30 * 24 * 60 * minute);
    expect(await identity.judge(shown())).toMatchObject({ kind: "in" });
    expect(await store.everyone.people.find(carol.id)).toMatchObject({ kept: "kept+" });
    expect(lost).toEqual([]);
    answers = () => ({ kind: "said", name: "Carol", groups: [], kept: null });
    after(31 * 24 * 60 * minute);
    expect(await identity.judge(shown())).toEqual({ kind: "no_role" });
    expect(lost).toEqual([carol.id]);
  });

  it("is refused from the moment that the provider refuses them, until they sign in again", async () => {
    const identity = serve();
    answers = () => ({ kind: "refused" });
    after(6 * minute);
    expect(await identity.judge(shown())).toEqual({ kind: "out" });
    answers = yes;
    expect(await identity.judge(shown())).toEqual({ kind: "out" });
    await signIn("new");
    expect(await identity.judge(shown())).toMatchObject({ kind: "in" });
  });

  it("is let in for a while where the provider does not answer, and then told so", async () => {
    const identity = serve();
    answers = () => ({ kind: "away" });
    after(59 * minute);
    expect(await identity.judge(shown())).toMatchObject({ kind: "in" });
    after(61 * minute);
    expect(await identity.judge(shown())).toEqual({ kind: "away" });
  });

  it("is let in for no longer than a session where nobody can be asked", async () => {
    const identity = serve();
    for (const kept of [null, "without a refresh token"]) {
      after(0);
      await signIn(kept);
      answers = () => ({ kind: "cannot_ask" });
      after(719 * minute);
      expect(await identity.judge(shown())).toMatchObject({ kind: "in" });
      after(720 * minute);
      expect(await identity.judge(shown())).toEqual({ kind: "out" });
    }
  });

  it("is let in whatever others send from the same address, who are kept waiting", async () => {
    const identity = serve();
    for (let n = 0; n < 110; n++) {
      await identity.judge(shown(`${tokenPrefix}${n}`, `10.0.0.${Math.ceil(n / 10)}`));
    }
    expect(await identity.judge(shown("junk"))).toMatchObject({ kind: "limited" });
    expect(await identity.judge(shown("junk", "10.9.9.9"))).toMatchObject({ kind: "limited" });
    expect(await identity.judge(shown())).toMatchObject({ kind: "in" });
  });

  it("is asked about once by several servers, with what is good once", async () => {
    const [one, two] = [serve(), serve(await open())];
    const asked: string[] = [];
    answers = (kept) => {
      // As a provider that takes a token it has replaced for stolen.
      const refused = asked.includes(kept);
      asked.push(kept);
      return refused ? { kind: "refused" } : yes(kept);
    };
    const session = await one.begin(carol.id, "kept", undefined);
    const by_cookie = { ...shown(), authorization: null, cookie: `${one.cookie}=${session.value}` };
    after(6 * minute);
    const entries = await Promise.all(
      [one, two, one, two].map((identity, n) => identity.judge(n < 2 ? by_cookie : shown())),
    );
    expect(entries.map(({ kind }) => kind)).toEqual(["in", "in", "in", "in"]);
    expect(asked).toEqual(["kept"]);
  });
});

it("cookies are kept to this very host where people come by https: no page of a neighbour can set one", () => {
  for (const name of ["session", "sign_in"] as const) {
    expect(cookieName(name, new URL("https://docs.example"))).toBe(`__Host-docent_${name}`);
    expect(cookieName(name, new URL("http://127.0.0.1:3000"))).toBe(`docent_${name}_3000`);
  }
});
