import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Config } from "#lib/contracts/config";
import { hasOnlyHandbook } from "../../components/ask/handbook.ts";

it("the folder that comes along is known by its place, not by a name that one's own may have", () => {
  const config = Config.parse(JSON.parse(readFileSync("global_config.json", "utf8")));
  const own = { id: "handbook", label: "handbook", path: "/home/me/handbook" };
  const having = (roots: unknown[]) => ({
    config: Config.parse({ ...config, doc_access: { ...config.doc_access, roots } }),
  });
  expect(hasOnlyHandbook({ config })).toBe(true);
  expect(hasOnlyHandbook(having([own]))).toBe(false);
  expect(hasOnlyHandbook(having([...config.doc_access.roots, { ...own, id: "mine" }]))).toBe(false);
});
