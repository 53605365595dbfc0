import { expect, it } from "vitest";
import { asFarAs } from "#lib/assembly/people";
import { AuthConfig } from "#lib/contracts/config";
import { type Person, thePerson, withoutRights } from "#lib/contracts/people";

const right = { id: "primary", permission: "L2", tools: "any" } as const;
const roles = { reader: ["readers"], editor: ["writers"] };
const auth = AuthConfig.parse({ roles });
const carol: Person = { id: "p_carol", name: "", role: "editor", groups: ["writers"] };
const level = (person: Person, now = auth) => asFarAs(person, right, now).permission;

it("an agent goes as far for a person as they may go now, and no further than when it began", () => {
  expect(level(carol)).toBe("L2");
  expect(level(carol, AuthConfig.parse({ roles: { reader: ["writers"] } }))).toBe("L0");
  expect(level(carol, AuthConfig.parse({}))).toBe("L0");
  expect(level({ ...carol, role: "reader" })).toBe("L0");
  expect(level(withoutRights("p_carol"), AuthConfig.parse({ others: "admin" }))).toBe("L0");
  expect(level(thePerson, AuthConfig.parse({}))).toBe("L2");
});

it("for a token that only reads, it says so to whoever judges a call", () => {
  expect(asFarAs({ ...carol, reads_only: true }, right, auth)).toMatchObject({
    ...{ permission: "L0", reads_only: true },
  });
});
