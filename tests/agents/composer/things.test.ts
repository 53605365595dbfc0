import { describe, expect, it } from "vitest";
import { readQuestion } from "#lib/agents/composer/asked";
import { defines } from "#lib/agents/composer/defining";
import { tokenize } from "#lib/language/words";
import { ask, texts } from "./ask-pages.ts";

describe("what a thing is, what there is, and how two differ", () => {
  it("opens with the defining sentence for “what is”", () => {
    const answer = ask("What is a passage?", [
      {
        title: "Words we use",
        text: "Passages are ranked by words. A passage is a piece of a file that can be cited. It has lines.",
      },
    ]);
    expect(answer.answered).toBe(true);
    expect(texts(answer)[0]).toBe("A passage is a piece of a file that can be cited.");
  });

  it("opens with the defining sentence for 什么是", () => {
    const answer = ask(
      "什么是引用？",
      [
        {
          title: "术语",
          text: "引用按出现的顺序编号。引用是指向文件中若干行的链接。点击引用可以打开来源。",
        },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toBe("引用是指向文件中若干行的链接。");
  });

  it("says what a thing lets one do before what one can do with it", () => {
    const answer = ask(
      "pulley 是什么？",
      [
        {
          text: "你可以用 pulley 把船放在高处，即使棚子的门很低，船也能进去。\n\n## 参考\n\n`pulley` 允许船在没有水的地方移动。",
        },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toBe("`pulley` 允许船在没有水的地方移动。");
  });

  it("does not stop within a list that it has announced, where all of it fits", () => {
    const items = [
      "`.ropes.toml`",
      "`.ropes2.json`",
      "`bin/`",
      "`racks/index/of/old/ropes/`",
      "`racks/hall/of/new/ropes/`",
    ];
    const text = [
      "The yard is closed while it snows.",
      "If it is worth caching parts between winter runs, you need to cache the `bin/` folder of `.shed` and the `.ropes.toml` and `.ropes2.json` files of theirs.",
      "It should be sufficient to keep the following files and directories from autumn on:",
      items.map((item) => `* ${item}`).join("\n"),
    ];
    const question = "What parts of my .shed folder are worth caching between winter runs?";
    const answer = ask(question, [{ title: "Shed home", text: text.join("\n\n") }]);
    expect(texts(answer).filter((text) => items.includes(text))).toEqual(items);
  });

  it("gives the whole list under its opening sentence when a list is asked for", () => {
    const answer = ask("What are the states of a citation?", [
      {
        title: "Citations",
        text: "Each is checked. A citation has one of these states:\n\n- verified\n- moved\n- changed\n\nThe rest follows.",
      },
    ]);
    expect(texts(answer)).toEqual([
      "A citation has one of these states:",
      "verified",
      "moved",
      "changed",
    ]);
  });

  it("opens with what is asked for, not with a row about something whose name only holds it", () => {
    const answer = ask("What is a citation?", [
      {
        title: "Names",
        text: "| Name | What it stands for |\n| --- | --- |\n| `citation_invalid` | A citation of an answer does not exist. |",
      },
      { title: "Words", text: "A citation is a link from a sentence to its lines." },
    ]);
    expect(texts(answer)[0]).toBe("A citation is a link from a sentence to its lines.");
  });

  it("opens with what a thing includes when asked what is in it, and brings the list below", () => {
    const answer = ask("What are the parts of the list of refusals?", [
      {
        title: "Refusals",
        text: "The list of refusals includes folders and keys. A file of settings is refused because it is on the list of refusals.",
      },
    ]);
    expect(texts(answer)[0]).toBe("The list of refusals includes folders and keys.");
    const keys = ask("What are the keyboard shortcuts?", [
      {
        title: "Keyboard",
        text: "You can press these keyboard shortcuts on the page.\n\n| Key | What it does |\n| --- | --- |\n| Enter | Sends it. |\n| Escape | Ends it. |",
      },
    ]);
    expect(texts(keys)[1]).toContain("| Escape | Ends it. |");
  });

  it("defines a thing by a sentence about it, never by who wrote the page", () => {
    const answer = ask("What is a lodger?", [
      {
        title: "Lodger",
        text: "# Lodger\n\n*Anna Berg (shed.example/anna), Jo Lind (Shed Ltd.)*\n\n## How it works\n\nA crate without a vote has been a lodger for years.",
      },
    ]);
    expect(texts(answer)[0]).toContain("A crate without a vote");
    expect(texts(answer).join(" ")).not.toContain("Berg");
  });

  it.each([
    [
      "What is moon mooring?",
      "Moon mooring (MM), also known as night mooring, is a way of tying up.",
    ],
    ["什么是月亮系泊？", "月亮系泊（MM），又称夜间系泊，是一种停靠方式。"],
  ])(
    "takes a sentence for the definition of its subject behind other names: %s",
    (question, text) => {
      const words = tokenize(question).filter(({ stop, kind }) => !stop && kind !== "han_single");
      const terms = words.map(({ term }) => ({ term, passages: 1, weight: 1 / words.length }));
      const asked = readQuestion(question, question.startsWith("W") ? "en" : "zh-CN", terms, []);
      expect(defines(text, asked)).toBe(1);
      expect(defines(text.replace(/ is a way| *是一种/, " "), asked)).toBeLessThan(1);
    },
  );

  it("compares two things by the table that has a column for either", () => {
    const answer = ask("What is the difference between a crate and a barrel?", [
      {
        title: "Barrels",
        text: "A barrel differs from a crate in an important way, as you will see.",
      },
      {
        title: "Containers",
        text: "| crate | barrel |\n| --- | --- |\n| has corners | rolls |\n| holds books | holds herring |",
      },
    ]);
    expect(texts(answer)).toEqual([
      "| crate | barrel |\n| --- | --- |\n| has corners | rolls |\n| holds books | holds herring |",
    ]);
  });

  it("compares by the paragraphs that name the two as terms, each with what it says of its own", () => {
    const answer = ask("Tide interval vs storm delay: what are the defaults?", [
      {
        title: "Times",
        text: "The tide interval and the storm delay should be the same on all boats, whatever the defaults are.\n\nThe first time is called the *Tide Interval*. By default it is six hours.\n\nThe second is the *Storm Delay*. By default it is two days.",
      },
    ]);
    expect(texts(answer)).toEqual([
      "The first time is called the *Tide Interval*.",
      "By default it is six hours.",
      "The second is the *Storm Delay*.",
      "By default it is two days.",
    ]);
  });

  it("quotes with “the first two” the table whose first two are meant", () => {
    const answer = ask("棚子里放了哪些木箱？", [
      {
        title: "棚子",
        text: "## 东西\n\n| 名称 | 内容 |\n| --- | --- |\n| 红的 | 书 |\n| 蓝的 | 鱼 |\n| 圆的 | 水 |\n\n前两项是木箱，放在棚子里；其余的是桶。",
      },
    ]);
    expect(texts(answer)[0]).toContain("| 蓝的 | 鱼 |");
    expect(texts(answer)[1]).toContain("前两项是木箱");
  });

  it("leads with the list where a list is asked for, whatever says that there is one", () => {
    const answer = ask("Which formats can I export a chart to?", [
      {
        title: "Export",
        text: "A chart can be exported to many formats.\n\n## Formats\n\nThree formats of export are known:\n\n- `svg`: lines\n- `png`: dots\n- `pdf`: paper",
      },
    ]);
    expect(texts(answer).slice(0, 4)).toEqual([
      "Three formats of export are known:",
      "`svg`: lines",
      "`png`: dots",
      "`pdf`: paper",
    ]);
  });

  it("takes the list for “which keys”, not one that stands in passing", () => {
    const text =
      "While the crane runs in the yard you can press keys. To see the result, stop the crane that runs in the yard (`Ctrl+C`) and go.\n\n## Crane\n\nThe following keys can be used where the crane runs:\n\n- `s + enter` to lift.\n- `q + enter` to lower.";
    const answer = ask("Which keys can I press in the yard while the crane runs?", [{ text }]);
    expect(texts(answer)).toEqual([
      "The following keys can be used where the crane runs:",
      "`s + enter` to lift.",
      "`q + enter` to lower.",
    ]);
  });

  it("says what a name in quotation marks is where it is said in passing, before what shares other words", () => {
    const answer = ask('What is the "slip" of the tools?', [
      {
        text: "The tools and the oil stay dry.",
        score: 0.6,
      },
      { text: "Saws stand on the slip, a floor `slip` behind the shed.", score: 0.5 },
    ]);
    expect(texts(answer)[0]).toContain("a floor `slip` behind the shed");
  });

  it("compares two things by the list that says how they differ, and not by how a part of them does", () => {
    const answer = ask("What is the difference between a slip and a dock?", [
      {
        text: "## The difference to a dock\n\nThe crane setting of a slip works like the crane setting of a dock, they differ in this:\n\n- A slip turns the crane path into a full one.",
        score: 0.6,
      },
      {
        text: "A slip and a dock differ in:\n\n- The first is dry.\n- The second is wet.",
        score: 0.5,
      },
    ]);
    expect(texts(answer)).toEqual([
      "A slip and a dock differ in:",
      "The first is dry.",
      "The second is wet.",
    ]);
  });

  it("enumerates what “what tools” asks for", () => {
    const answer = ask("What tools does a client get from the yard?", [
      {
        title: "The client shows no tools",
        text: "Run the command of the client by hand. Check the tools of the yard.",
      },
      {
        title: "Tools",
        text: "The yard has four tools, and all of them only read: `find`, `read`, `list` and `check`.",
      },
    ]);
    expect(texts(answer)[0]).toContain("`find`, `read`, `list` and `check`");
  });

  it("defines a thing from the section that asks what it is, in whatever words", () => {
    const answer = ask(
      "“空缺”是什么意思？",
      [
        { text: "## 没有证据是什么意思？\n\n空缺会列出查找过的词和搜索过的文件夹。", score: 0.7 },
        { text: "## 什么是空缺？\n\n空缺说明问题的哪一部分没有答案。", score: 0.5 },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toBe("空缺说明问题的哪一部分没有答案。");
    const both = ask(
      "Plugin Runner 是什么？",
      [
        { text: "用于在 Plugin Runner 内运行特定的插件。", title: "pre-req", score: 0.8 },
        {
          text: "## 什么是插件和 Plugin Runner\n\n用其他语言写的插件由 Plugin Runner 运行。",
          score: 0.5,
        },
      ],
      "zh-CN",
    );
    expect(texts(both)[0]).toBe("用其他语言写的插件由 Plugin Runner 运行。");
  });

  it("compares two things by the paragraph or row that each has of its own", () => {
    const answer = ask('What is the difference between "idle" and "parked" on a boat?', [
      {
        title: "Words",
        text: "The difference of a boat is told when a boat is idle or parked for a boat.",
      },
      {
        title: "States of a boat",
        text: "| State | Meaning |\n| --- | --- |\n| idle | No crew today. |\n| lifted | On the hoist. |\n| parked | On land for the winter. |",
      },
    ]);
    expect(texts(answer)).toHaveLength(1);
    expect(texts(answer)[0]).toContain("| idle | No crew today. |\n| parked |");
  });

  it("gives a second thing that the question names a place of its own, which names it", () => {
    const pages = [
      { title: "Winter", text: "In winter the `GaleLift` is kept under a sheet." },
      { title: "Winter for others", text: "In winter the `TideLift` is kept in the water." },
      { title: "Summer", text: "In summer each is kept on land." },
    ];
    const both = ask("Where are GaleLift and TideLift kept in winter?", pages);
    expect(texts(both)).toHaveLength(2);
    expect(texts(ask("Where is GaleLift kept in winter?", pages))).toHaveLength(1);
  });

  it("says what a thing is with the first words of the page that is named after it", () => {
    const answer = ask("What is Slipway?", [
      { title: "Licence", text: "Slipway is free software under a licence." },
      { title: "Slipway, the calendar", text: "Slipway keeps berths, hoist and tides together." },
    ]);
    expect(texts(answer)[0]).toBe("Slipway keeps berths, hoist and tides together.");
  });

  it("leads a list with the place that names what is supported, though a code comment says it", () => {
    const answer = ask(
      "船坞日志可以存到哪些远端仓库上？",
      [
        { title: "船坞日志", text: "船坞支持将日志存到远端仓库上。" },
        {
          title: "船坞日志的配置",
          text: "把下面几行写进配置：\n\n```properties\n# 船坞日志存到的远端仓库，目前支持QUAY, PIER, DOCK\nlog.target=QUAY\n```",
        },
      ],
      "zh-CN",
    );
    expect(texts(answer).join("\n")).toContain("QUAY, PIER, DOCK");
  });
});
