import { describe, expect, it } from "vitest";
import { pagesOf, settingAt } from "../../components/settings/changed-setting.ts";
import { Config } from "../../lib/contracts/config.ts";

const setting = (path: string) => ({ kind: "setting", what: "changed", path }) as const;

describe("the page that a change belongs to", () => {
  it("is one for every section of the configuration, and never About", () => {
    for (const section of Object.keys(Config.shape)) {
      const pages = [...pagesOf([setting(section)])];
      expect([section, pages.length]).toEqual([section, 1]);
      expect(pages).not.toContain("about");
    }
  });

  it("is that of the nearest setting", () => {
    expect(settingAt("doc_access.deny")).toBe("never");
    expect(settingAt("model.tool_protocol")).toBe("tool-calls");
    expect(settingAt("retrieval.embedding.base_url")).toBe("embedding");
    expect(settingAt("nothing.known")).toBeUndefined();
  });

  it("is several where a save touched several", () => {
    expect([...pagesOf([setting("doc_access.roots"), setting("web.max_bytes")])].sort()).toEqual([
      "folders",
      "web",
    ]);
  });
});
