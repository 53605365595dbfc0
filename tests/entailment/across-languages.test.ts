import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import { hashLines } from "#lib/platform/lines";

/** A sentence in one language over lines in the other, through the gate. */
const english = `# Tidewater

The server listens on port 4180. A request ends after 30 seconds.

To start it, run \`npm run serve\` in the folder \`/srv/larder\`. Never start it with \`--force\`.

Nightly builds keep three copies for Marsh.`;
const chinese = `# 潮汐服务器

潮汐服务器在端口 4180 上监听。请求在 30 秒后结束。不要使用 \`--force\`。`;

function judge(text: string, lines: string, words: readonly string[] = []) {
  const quotes = words.map((one) => ({ citation: 1, text: one }));
  const claim = { id: "c1", text, citations: [1], spans: [], kind: "sentence" as const, quotes };
  const citation = {
    ...{ id: 1, sha256: hashLines(lines.split("\n")), title: "Tidewater", breadcrumb: [] },
    display_path: "larder/docs/tides.md",
    locator: { line_start: 1, line_end: lines.split("\n").length },
  };
  const { passed } = judgeClaims({
    ...{ claims: [claim], citations: [citation], policy: "require_citations" as const },
    verifications: new Map([[1, { state: "verified" as const, text: lines } as never]]),
  });
  const [one] = passed;
  return one === undefined ? "withheld" : [one.support, one.other_language, one.spans[0]?.line];
}

describe("a sentence over lines in another language", () => {
  it.each([
    ["服务器在端口 4180 上监听。", english, 3],
    ["请求在 30 秒后结束。", english, 3],
    ["请求在三十秒后结束。", english, 3],
    ["在文件夹 `/srv/larder` 里运行 `npm run serve` 即可启动。", english, 5],
    ["切勿用 `--force` 启动。", english, 5],
    ["每晚的构建为 Marsh 保留 3 份副本。", english, 7],
    ["The tide server listens on port 4180.", chinese, 3],
    ["A request ends after 30 seconds.", chinese, 3],
    ["Do not use `--force`.", chinese, 3],
  ])("is in doubt at most, where its facts all stand in one line: %s", (text, lines, line) => {
    expect(judge(text, lines)).toEqual(["doubt", true, line]);
  });

  it.each([
    ["without a fact", "服务器会自动启动。", english],
    ["with another number", "服务器在端口 4181 上监听。", english],
    ["with another unit", "请求在 30 分钟后结束。", english],
    ["with a number in words that is another", "请求在四十秒后结束。", english],
    ["with facts of two lines", "在 30 秒内运行 `npm run serve`。", english],
    ["that affirms what is denied", "请用 `--force` 启动。", english],
    ["that denies what is affirmed", "不要运行 `npm run serve`。", english],
    ["with a name that stands nowhere", "构建为 Boris 保留 3 份副本。", english],
    ["with a word that the line does not write", "构建在 staging 上保留 3 份副本。", english],
    ["affirming, in English", "Use `--force`.", chinese],
    ["affirming what is denied beside it", "Use `--force`, not `--calm`.", chinese],
    ["with another number, in English", "The server listens on port 4181.", chinese],
  ])("is withheld %s", (_, text, lines) => {
    expect(judge(text, lines)).toBe("withheld");
  });

  it("is not asked for where the lines speak its own language", () => {
    for (const [text, lines] of [
      ["潮汐服务器用 4180 这个端口来监听。", chinese],
      ["Port 4180 is the one that the server listens on.", english],
    ] as const)
      expect(judge(text, lines)).not.toContain(true);
  });
});

describe("a sentence over lines of another language that its writer quotes", () => {
  const rights = `# Rights

- **dig**: can dig, build and use blocks
- **talk**: can talk to others
- **watch**: cannot dig or talk

There is an option in the settings for the rights of new players. \`first_rights = dig, talk\``;

  it.each([
    [
      "在 Larder 里，新玩家有了 dig，就可以挖掘、建造和使用方块。",
      ["can dig, build and use blocks"],
    ],
    [
      "新玩家的权限在设置里改，选项是 `first_rights = dig, talk`。",
      [
        "There is an option in the settings for the rights of new players. `first_rights = dig, talk`",
      ],
    ],
  ])("is held against these, whatever others say: %s", (text, words) => {
    expect(judge(text, rights, words)[0]).toBe("doubt");
  });

  it.each([
    ["在 Pantry 里，有了 dig，就可以挖掘、建造和使用方块。", ["can dig, build and use blocks"]],
    ["有了 watch，就可以挖掘、建造和使用方块。", ["can dig, build and use blocks"]],
    ["有了 dig，就不能使用方块。", ["can dig, build and use blocks"]],
    [
      "新玩家的权限在设置里改，选项是 `first_rights = watch`。",
      [
        "There is an option in the settings for the rights of new players. `first_rights = dig, talk`",
      ],
    ],
    ["有了它，就可以挖掘、建造和使用方块。", ["can dig, build and use blocks"]],
  ])("is withheld with another name or denial, or with no word of theirs: %s", (text, words) => {
    expect(judge(text, rights, words)).toBe("withheld");
  });

  it("needs no fact where it comes near in meaning to the words that its writer quotes, and denies as they do", () => {
    const steps =
      "Deploy the server instance first.\n\nThe synchronization is automatic and needs no manual work.\n\nPictures are stored below the folder of the site.";
    const [deploy = "", sync = "", pictures = ""] = steps.split("\n\n");
    expect(judge("先部署服务器实例。", steps, [deploy])).toEqual(["doubt", true, 1]);
    expect(judge("同步是自动的，不需要手动操作。", steps, [sync])).toEqual(["doubt", true, 3]);
    expect(judge("同步是自动的，需要手动操作。", steps, [sync])).toBe("withheld");
    expect(judge("先部署服务器实例。", steps, [pictures])).toBe("withheld");
    expect(judge("先部署服务器实例。", steps)).toBe("withheld");
  });
});
