import { describe, expect, it } from "vitest";
import { ask, texts } from "./ask-pages.ts";

/** What leads an answer is the kind of thing that was asked for, where a line near the best one holds it. */
describe("what is asked for leads the answer", () => {
  it("takes the item that is keyed by the name whose meaning is asked, not the code that holds the name", () => {
    const text =
      "装箱后港口会告诉你详情。\n\n```js\nfunction onPack(id, phase, baseWeight, actualWeight) {\n  // 记录装箱\n}\n```\n\n- `id`：字符串，指出是哪个箱子。\n- `baseWeight`：估算不加任何垫料时重新装箱所需的公斤数，它由每个箱子最近一次的重量累加得出，用来估计最坏情况。\n- `actualWeight`：本次装箱的公斤数。";
    const answer = ask(
      "onPack 回调里的 baseWeight 代表什么？",
      [{ text, title: "onPack" }],
      "zh-CN",
    );
    expect(texts(answer)[0]).toContain("估算不加任何垫料时");
  });

  it("does not take one of two names for the answer where one of them is to be chosen", () => {
    const list = "- `prefetchRope`：预取要连的域名的地址。\n- `preconnect`：预先连接域名。";
    const told =
      "与 `preconnect` 相比，如果正在尝试连接大量域名，`prefetchRope` 可能更有效，因为预连接的开销更大。";
    const answer = ask(
      "要连的域名特别多时，prefetchRope 和 preconnect 用哪个更划算",
      [
        { text: told, title: "prefetchRope" },
        { text: list, title: "参考" },
      ],
      "zh-CN",
    );
    expect(texts(answer).join("\n")).toContain("开销更大");
  });

  it("answers which values there are by what enumerates them: a union of a type, an item, the list after its lead", () => {
    const union =
      "当 `dropCrates` 被设置为 `true` 时，会丢弃所有类型的箱子：\n\n```js\nexport default { dropCrates: true, keep: false, }\n```\n\n## 指定类型\n\n目前支持丢弃以下类型的箱子：\n\n```ts\ntype Crate = 'oak' | 'pine' | 'steel';\n```";
    expect(
      texts(
        ask("dropCrates 可以丢弃哪几种箱子？", [{ text: union, title: "dropCrates" }], "zh-CN"),
      ).join("\n"),
    ).toContain("'oak' | 'pine' | 'steel'");

    const lead =
      "接下来，将展示如何快速使用自带的 `knot` 捆扎功能：\n\n1. 在配置文件里新增 `tie`。\n2. 写入 `tie = knot`。\n\n## 说明\n\n`knot` 捆扎支持以下货物：\n\n- 木桶\n- 麻袋\n- 绳卷";
    expect(
      texts(ask("自带的 knot 捆扎支持哪几种货物？", [{ text: lead, title: "捆扎" }], "zh-CN")).join(
        "\n",
      ),
    ).toContain("麻袋");
  });

  it("answers which steps there are by the steps, and by no list below them", () => {
    const text =
      "The steps to install the crane:\n\n1. Fetch the crane.\n2. Bolt it down.\n3. Test it.\n\n## Needs\n\nTo install the crane you need:\n\n- Bolts\n- Oil";
    const answer = ask("What are the steps to install the crane?", [{ text, title: "Crane" }]);
    expect(texts(answer).join("\n")).toContain("Bolt it down");
  });

  it("takes no default of another setting of the section, and asks for none where something is set", () => {
    const text =
      "## Lifting\n\n`lift_retries`: how often a crane tries to lift a crate again before it gives up for good.\n\nDefault: `3`\n\n`lift_timeout`: how long a crane waits for the crate to leave the pier, in seconds, counted from the moment in which the hook has closed and the bell was rung, with the time in which the wind stops all work left out, and with that of a change of shifts left out as well, before it gives up for good and tells the harbour.\n\nDefault: `90`";
    const answer = ask("What is the default of lift_timeout?", [{ text, title: "Crane" }]);
    expect(texts(answer).join("\n")).not.toContain("`3`");
    const set = "Default: `3`\n\n`lift_retries` at 0 gives up at once.";
    const other = ask("What happens if I set lift_retries to 0?", [{ text: set, title: "Crane" }]);
    expect(texts(other)[0]).toContain("at once");
  });

  it("answers when something happens by the line that tells when, not by one that lets a reader do it at any time", () => {
    const may =
      "The search index is stored in the folder of the harbour. You may delete this folder (throw the search index away) at any time.";
    const does =
      "The harbour deletes its search index on disk when rules change, and when it was not used for 30 days.";
    const answer = ask("When does the harbour throw away its search index on disk?", [
      { text: may, title: "May I delete the index?", file: 1 },
      { text: does, title: "The index on disk", file: 1, line: 30 },
    ]);
    expect(texts(answer).join("\n")).toContain("30 days");
  });

  it("takes a sentence that adds one figure to the question for the answer, though it adds no more", () => {
    const last = "Crane 1.16 is the last release that will run on Pier 10.12 Sierra.";
    const other =
      "Crane 1.14 is the last release that will run on Pier 10.11 Capitan. Crane 1.15 will require Pier 10.12 Sierra or later.";
    const answer = ask("Which Crane release was the last to run on Pier 10.12 Sierra?", [
      { text: last, title: "Crane 1.16" },
      { text: other, title: "Crane 1.14" },
    ]);
    expect(texts(answer)[0]).toBe(last);
  });

  it("ends for a long list of short words", () => {
    const text = `The crane lifts ${Array.from({ length: 60 }, () => "ab").join(", ")}.`;
    expect(ask("Which things does the crane lift?", [{ text }]).answered).toBe(true);
  });

  it("tells the default in the line of the section that has it, also where nobody says the word", () => {
    const text =
      "### `slowCrate` [number]\n\nDefault: `5`\n\nThe number of minutes after which a crate is considered as slow and reported as such by the harbour, whatever the weather at the pier and however many cranes are at work there, also at night.";
    for (const question of [
      "After how many minutes is a crate reported as slow if I configure nothing?",
      "After how many minutes is a crate reported as slow if I set no slowCrate?",
      "What is the default of slowCrate?",
    ])
      expect(texts(ask(question, [{ text, title: "Harbour" }])).join("\n")).toContain(
        "Default: `5`",
      );
  });

  it("answers how long at most by the bound, and by no amount of a single case", () => {
    const text =
      "第一次断绳后吊车会停 2 秒，再次断绳后吊车会停 4 秒。\n\n| 名称 | 默认值 | 描述 |\n| --- | --- | --- |\n| `max_stop` | 300 | 断绳后吊车停的最大持续时间，以秒为单位。 |";
    const answer = ask("断绳后吊车最长会停多少秒？", [{ text, title: "断绳" }], "zh-CN");
    expect(texts(answer)[0]).toContain("300");
  });

  it("takes the release since which there is a setting for no amount, and one for a figure where it is what a thing is", () => {
    const rows =
      "| 参数 | 说明 | 默认值 | 版本 |\n| --- | --- | --- | --- |\n| showRing | 在按钮边缘展示当前滚动的圈数 | false | 6.6.0 |\n| height | 滚动多少圈之后按钮才出现 | 4 | |";
    const answer = ask("按钮默认滚动多少圈之后出现？", [{ text: rows, title: "按钮" }], "zh-CN");
    expect(texts(answer)[0]).toContain("height");

    const jobs =
      "The harbour script checks every crate of the pier. As such the default number of jobs is one.";
    const one = ask("How many jobs does the harbour script run by default?", [{ text: jobs }]);
    expect(one.answered).toBe(true);
    expect(texts(one).join("\n")).toContain("is one");
  });

  it("sets two things that are compared against each other by the rows or items that they key", () => {
    const items =
      'The attribute can take one of three values, which only apply to crates that are on the pier when the eager and the viewport crane begin.\n\n- `"eager"` means that crates are lifted straight away\n- `"viewport"` means that crates are lifted once they are seen\n- `"tap"` - as above, by hand';
    const answer = ask("What is the difference between eager and viewport when lifting crates?", [
      { text: items, title: "Cranes" },
    ]);
    expect(texts(answer)).toEqual([
      expect.stringContaining('"eager"'),
      expect.stringContaining('"viewport"'),
    ]);

    const bold =
      "点击工作流实例进入页面。\n\n- **编辑：** 只能编辑停止的流程。\n\n- **停止：** 结束正在运行的流程。\n\n- **暂停：** 等正在执行的任务做完。";
    const chinese = ask(
      "工作流实例点停止和点暂停有什么不一样？",
      [{ text: bold, title: "工作流实例" }],
      "zh-CN",
    );
    expect(texts(chinese)).toEqual([
      expect.stringContaining("结束正在运行"),
      expect.stringContaining("任务做完"),
    ]);

    const files =
      "- **文件**：读一份。\n- **文件夹**：读全部。\n\n文件夹和目录没有区别，是同一个东西。";
    const same = ask("文件夹和目录有什么区别？", [{ text: files, title: "文件夹" }], "zh-CN");
    expect(texts(same)[0]).toContain("没有区别");

    const steps =
      "策略有两种：\n\n1. `WAIT`：等待泊位可用。\n2. `REJECT`：拒绝船只。\n\n默认的策略是在配置里写的那一种，WAIT 和 REJECT 都可以写。";
    const policy = ask(
      "泊位不够时选 WAIT 和 REJECT 有什么不一样？",
      [{ text: steps, title: "泊位" }],
      "zh-CN",
    );
    expect(texts(policy)).toEqual([
      expect.stringContaining("等待泊位"),
      expect.stringContaining("拒绝船只"),
    ]);
  });
});
