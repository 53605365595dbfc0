import { expect, it } from "vitest";
import { OutcomeUnknown, Unreachable } from "#lib/store/postgres/failure";
import { createOutcomes } from "#lib/store/postgres/outcomes";
import type { Session } from "#lib/store/postgres/session";

it("gives up to look for an outcome over a connection that answers nothing, and closes it", async () => {
  const done: string[] = [];
  const silent = (): Session => ({
    depth: 0,
    told: [],
    query: () => new Promise(() => undefined),
    release: () => void done.push("released"),
    renew: () => undefined,
    spoil: () => void done.push("spoilt"),
  });
  const outcomes = createOutcomes(silent, 20);
  const failure = await outcomes.find("token").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutcomeUnknown);
  expect(failure).toMatchObject({ token: "token", cause: expect.any(Unreachable) });
  expect(done).toEqual(["spoilt", "released"]);
});
