import { afterAll, beforeAll, expect, it } from "vitest";
import { PeopleList, type PersonInfo } from "#lib/contracts/people-desk";
import { openPeople, type PeopleHttp } from "./open-people.ts";

let room: PeopleHttp;
let root: Record<string, string>;
beforeAll(async () => {
  room = await openPeople();
  root = (await room.signIn("root")).headers;
});
afterAll(() => room.close());

async function listed(): Promise<PersonInfo[]> {
  return PeopleList.parse(await (await room.http.get("/api/people", root)).json()).people;
}
const find = async (name: string) => (await listed()).find((one) => one.name === name);

it("tells admins who has signed in, with what is good for each of them", async () => {
  const { headers } = await room.signIn("alice");
  await room.signIn("alice");
  const before = await find("Alice");
  expect(before).toMatchObject({
    ...{ role: "editor", groups: ["legal", "writers"], removed_at: null, erased: false },
    ...{ sessions: 2, tokens: 0 },
  });
  expect(before?.seen_at).toBe(before?.confirmed_at);
  const by = await room.tokenOf(headers, "read");
  await room.http.get("/api/threads", by);
  // That a token was used is noted beside the request.
  await expect.poll(async () => (await find("Alice"))?.tokens).toBe(1);
  await expect
    .poll(async () => {
      const { seen_at = "", confirmed_at = "" } = (await find("Alice")) ?? {};
      return seen_at > confirmed_at;
    })
    .toBe(true);
  expect((await listed()).map(({ name }) => name)).toEqual(["Alice", "Root"]);
});

it("follows somebody who is removed, let in again and erased", async () => {
  const { id = "" } = (await find("Alice")) ?? {};
  const change = async (removed: boolean) =>
    (await room.http.send("PATCH", `/api/people/${id}`, { removed }, root)).json();
  expect(await change(true)).toMatchObject({
    ...{ role: null, sessions: 0, tokens: 0, removed_at: expect.any(String) },
  });
  expect(await change(false)).toMatchObject({ role: "editor", removed_at: null });
  await room.http.call("DELETE", `/api/people/${id}`, { headers: root });
  const erased = (await listed()).find((one) => one.id === id);
  expect(erased).toMatchObject({ ...{ name: "", groups: [], erased: true, role: null } });
  expect(erased?.removed_at).not.toBeNull();
});

it("tells nobody else", async () => {
  for (const name of ["bob", "carol"]) {
    const { headers } = await room.signIn(name);
    for (const [method, url] of [
      ["GET", "/api/people"],
      ["PATCH", "/api/people/p_1"],
      ["DELETE", "/api/people/p_1"],
    ] as const) {
      expect([url, (await room.http.call(method, url, { headers })).status]).toEqual([url, 403]);
    }
  }
});
