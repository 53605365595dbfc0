import { expect, it } from "vitest";
import { Config } from "#lib/contracts/config";
import { knownGroups } from "../../components/settings/known-groups.ts";

it("knows the groups of roles, of folders and of people, each once and in order", () => {
  const config = Config.parse({
    doc_access: {
      roots: [
        { id: "a", label: "A", path: "/a", groups: ["legal", "board"] },
        { id: "b", label: "B", path: "/b" },
      ],
    },
    auth: { roles: { reader: ["staff"], admin: ["admins", "board"] } },
  });
  const people = [{ groups: ["staff", "über"] }, { groups: [] }];
  expect(knownGroups(config, people)).toEqual(["admins", "board", "legal", "staff", "über"]);
});
