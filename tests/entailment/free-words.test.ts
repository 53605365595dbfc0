import { describe, expect, it } from "vitest";
import { judgeSentence } from "#lib/entailment/judge-sentence";
import { quotableUnits } from "#lib/markdown/units";

/** Sentences in free words over a page, judged as the gate does. */
const judge = (lines: string, said: string, quote?: string) =>
  judgeSentence(said, quote === undefined ? [] : [{ citation: 1, text: quote }], [
    { citation: 1, units: quotableUnits(lines, 1), above: "Tokens" },
  ]);
const kindOf = (...given: Parameters<typeof judge>) => judge(...given).kind;

const tokens = `A token that has been frozen is renewed all the same when its renewal is called for by hand.

\`\`\`java
session.updateTimeout(1000); // renews it
\`\`\`

Invitations expire after 48 hours. The report covers Feb 9 to Mar 3. Video is turned into H.264 on the first playback, and the first 30 seconds before.`;

describe("a fact", () => {
  it("is a member of an object that the lines name it with, and no other member", () => {
    const foreign = (name: string) =>
      judge(tokens, `A frozen token is renewed by a call of ${name} too, if you do that by hand.`)
        .foreign;
    expect(foreign("updateTimeout")).toEqual([]);
    expect(foreign("checkTimeout")).toEqual(["checkTimeout"]);
  });

  it("is a measure whose number stands out from its unit", () => {
    const page = "The tiers are to be set, and default to **7 / 14 / 28** days of rest.";
    expect(judge(page, "By default the tiers come at 7, 14 and 28 days.").foreign).toEqual([]);
    expect(judge(page, "By default the tiers come at 7, 14 and 28 weeks.").foreign).not.toEqual([]);
  });

  it("is a month that the lines write short, and no other month", () => {
    expect(kindOf(tokens, "The report covers February 9 to March 3.")).not.toBe("refuse");
    expect(kindOf(tokens, "The report covers January 9 to March 3.")).toBe("refuse");
    const page = "Ask Jan for the 3 keys of the gate, and sit out of the sun until the pool opens.";
    expect(kindOf(page, "The gate opens for the winter in January.")).toBe("refuse");
    expect(kindOf(page, "The pool opens on Sunday, so ask for the keys of the gate.")).toBe(
      "refuse",
    );
  });

  it("is an amount in words that measures a time, as soon as the lines have no such time", () => {
    const said = (time: string) =>
      kindOf(tokens, `You have ${time} to accept, then the invitation expires.`);
    expect(said("two days")).not.toBe("refuse");
    expect(said("three days")).toBe("refuse");
    const week = "The token that you are given lasts a week.";
    expect(judge(week, "The token that you are given is good for seven days.").foreign).toEqual([]);
  });

  it("is no figure inside a name", () => {
    const said = "Only the first playback turns the whole video into H.264.";
    expect(kindOf(tokens, said, "on the first playback")).not.toBe("refuse");
  });

  it("is no unit of a rate: sixty a minute is not sixty minutes", () => {
    const edits = "It makes 60 edits per minute, and the first ones are made more quickly.";
    expect(kindOf(edits, "It edits some sixty a minute, the first ones more quickly.")).not.toBe(
      "refuse",
    );
  });

  it("is a version with a space in the lines, or with a Chinese word behind it in the sentence", () => {
    const page =
      "- 版本 ≥ 3.42.0 要在后台配置临时文件夹才可以使用\n- qBittorrent 下载（＞v 3.11.0）";
    expect(kindOf(page, "3.42.0 起要先在后台配置临时文件夹才可以使用。")).not.toBe("refuse");
    expect(kindOf(page, "qBittorrent 下载要 v3.11.0 以上。")).not.toBe("refuse");
    expect(kindOf(page, "3.52.0 起要先在后台配置临时文件夹才可以使用。")).toBe("refuse");
  });

  it("ends at the colon of Chinese", () => {
    const page = "由于 `jwt` 模式不在服务端存储数据，功能可能受限，因此推荐 Redis。";
    expect(kindOf(page, "推荐的是 Redis：jwt 不在服务端存储数据，功能可能受限。")).not.toBe(
      "refuse",
    );
  });
});

describe("a sentence of which its lines have", () => {
  const page = "Purging the archive removes all letters that were collected until that point.";

  it.each([
    "The archive keeps a clerk awake all night until he has removed the harbour dust.",
    "Bees dance in sunlit meadows behind the mill.",
  ])("hardly anything is refused: %s", (said) => {
    expect(kindOf(page, said, "removes all letters")).toBe("refuse");
  });

  it("the meaning in other words is in its own words", () => {
    const said = "When you purge it, every letter gathered so far is deleted from the archive.";
    expect(kindOf(page, said, "removes all letters")).toBe("own_words");
  });
});
