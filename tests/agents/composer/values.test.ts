import { describe, expect, it } from "vitest";
import { ask, texts } from "./ask-pages.ts";

describe("the value that is asked for", () => {
  it("takes no number of an example for the value that a sentence says", () => {
    const text =
      "When set to `true`, the default polling interval is 5007 milliseconds.\n\nIt can also set a polling interval of your own:\n\n```js\npoll: 1000, // check for changes every second\n```";
    const answer = ask("How often are changes looked for when poll is set to true?", [{ text }]);
    expect(texts(answer)[0]).toContain("5007 milliseconds");
  });

  it("answers how small something may be by the item of the list that says it, alone", () => {
    const text =
      "The press handles every crate.\n\n## Values\n\n- `least_size` - Do not press crates that are smaller than this size in litres. Defaults to `500`.\n- `force` - How strongly crates are pressed, from 1 to 9. Defaults to `9`.";
    const answer = ask("How small must a crate be for the press to leave it?", [{ text }]);
    expect(texts(answer)).toEqual([expect.stringContaining("`least_size`")]);
  });

  it("takes the row of an error's name, the values' row for which values there are, and the port of what is named", () => {
    const rules =
      "| Name | When | What to do |\n| --- | --- | --- |\n| `crate_changed` | The crate was replaced. | Ask again. |\n| `crate_lost` | The crate is gone. | Look for it. |";
    const lift =
      "When the crate has another weight, nothing is done, and it ends with `crate_changed`.";
    const trouble = ask("My lift ended with crate_changed, what happened and what can I do?", [
      { text: lift, score: 0.6 },
      { text: rules, score: 0.5 },
    ]);
    expect(texts(trouble)[0]).toContain("| Ask again. |");

    const settings =
      '| Name | Values | Meaning |\n| --- | --- | --- |\n| method | "rope", "belt", "hook" | The method that lifts a crate. |\n| rope.length | >= 6 | How long the rope is. |\n| range | | What the method rope has for a crate. |';
    const values = ask("Which methods can lift a crate?", [{ text: settings }]);
    expect(texts(values).join("\n")).toContain('"rope", "belt", "hook"');
    expect(texts(values).join("\n")).not.toContain("rope.length");

    const port = ask("Which port does Harbour Studio listen on by default?", [
      {
        text: "| Program | Address |\n| --- | --- |\n| Harbour Studio | `http://127.0.0.1:1234` |",
      },
      {
        text: "| Variable | Default | Meaning |\n| --- | --- | --- |\n| `PORT` | `3000` | The port. |",
      },
    ]);
    expect(texts(port).join("\n")).toContain("1234");
    expect(texts(port).join("\n")).not.toContain("3000");
  });

  it("gives the table row with its header", () => {
    const answer = ask("What is the default of max_citations?", [
      {
        title: "Settings",
        text: "| setting | default | meaning |\n|---|---|---|\n| `max_files` | 200000 | files read |\n| `max_citations` | 8 | citations of an answer |",
      },
    ]);
    expect(texts(answer)[0]).toBe(
      "| setting | default | meaning |\n|---|---|---|\n| `max_citations` | 8 | citations of an answer |",
    );
  });

  it("prefers the sentence with a number for “how many” and with a date for “when”", () => {
    const page = {
      title: "Bridge",
      text: "The bridge was opened by the mayor. The bridge was opened in 1937 after long work. The bridge has six lanes.",
    };
    expect(texts(ask("When was the bridge opened?", [page]))[0]).toContain("1937");
    expect(texts(ask("How many lanes does the bridge have?", [page]))[0]).toContain("six lanes");
  });

  it("counts characters for 多少字, whatever else is counted in a row with more of the words", () => {
    const rows =
      "| 字段 | 含义 |\n| --- | --- |\n| `ask` | 回答一个问题。 |\n| `question` | 1 到 4,000 个字符。 |";
    const answer = ask("一个问题最多能写多少字？", [{ text: rows }], "zh-CN");
    expect(texts(answer)[0]).toContain("4,000");
  });

  it("prefers a sentence with a flag for “which flag”, and a thing to what is done with it", () => {
    const flag = ask("Which flag sets the data directory?", [
      {
        title: "Running",
        text: "The data directory is cleaned by hand. The data directory is set with `--data-dir`.",
      },
    ]);
    expect(texts(flag)[0]).toBe("The data directory is set with `--data-dir`.");
    const files = ask("Which files are never read?", [
      {
        title: "Reading",
        text: "To add files that are never read, open Settings. The denied files are never read.",
      },
    ]);
    expect(texts(files)[0]).toBe("The denied files are never read.");
  });

  it("takes the command that a sentence announces, and a file for “which file”", () => {
    const answer = ask("Which yard command shows only the boats that are hauled out?", [
      {
        text: "`yard dir`: Shows the boats and where they are.\n\n## Listing\n\nTo show only boats that are hauled out:\n\n```sh\nyard list --hauled\n```",
      },
    ]);
    expect(texts(answer).at(-1)).toBe("yard list --hauled");

    const stored = ask("In which file are the old bookings kept for undo?", [
      {
        text: "The old bookings are kept for undo until the file was changed by hand. The last twenty old bookings are there for undo: `bookings-undo.json`.",
      },
    ]);
    expect(texts(stored)[0]).toContain("bookings-undo.json");
  });

  it("is that of the thing whose page it stands on, though only the name of the file says so", () => {
    const answer = ask("How large may a crate be by default with the Hoist adapter?", [
      {
        path: "adapters/hoist.md",
        text: "**Default:** `40` kg large\n\nSets the size of a crate.",
        score: 0.5,
      },
      {
        text: "By default it may take 90 crates of another adapter, a bag and the Hoist.",
        score: 0.3,
      },
    ]);
    expect(texts(answer)[0]).toContain("40");
  });

  it("opens with the value that is asked for, though another sentence repeats more of the words", () => {
    const many = ask("How many words may one synonym group have?", [
      {
        title: "Synonyms",
        text: "One synonym group may hold words of all languages. A synonym group has at most 12 words.",
      },
    ]);
    expect(texts(many)[0]).toBe("A synonym group has at most 12 words.");
    const version = ask("Which version enables lazy compilation by default?", [
      {
        title: "Lazy compilation",
        text: "Lazy compilation is enabled by default for imports. Lazy compilation is on by default since version 1.5.0.",
      },
    ]);
    expect(texts(version)[0]).toBe("Lazy compilation is on by default since version 1.5.0.");
  });

  it("takes the row whose key stands in the question, not one with a longer or another key", () => {
    const modes = {
      title: "Modes",
      text: "## Which mode is a build made in?\n\n| Command | Mode |\n| --- | --- |\n| `shed pack` | `full` |\n| `CRATE=open shed pack --mode open` | `open` |\n| `CRATE=open shed pack` | `full` |",
    };
    const answer = ask("If I run CRATE=open shed pack, which mode is the build made in?", [modes]);
    expect(texts(answer)).toHaveLength(1);
    expect(texts(answer)[0]?.split("\n").at(-1)).toBe("| `CRATE=open shed pack` | `full` |");
  });

  it("adds no rows on other names to the row of the name, though something is to be done", () => {
    const rules = {
      title: "规则",
      text: "| 名称 | 什么时候出现 | 可以怎么做 |\n| --- | --- | --- |\n| `crate_open` | 箱子没有关好。 | 关好箱子。 |\n| `shed_cold` | 棚子太冷。 | 打开炉子。 |\n| `shed_wet` | 棚子进水。 | 擦干地面。 |",
    };
    const answer = ask("出现 crate_open 失败了该怎么做？", [rules]);
    expect(texts(answer).join("\n")).toContain("crate_open");
    expect(texts(answer).join("\n")).not.toContain("shed_");
  });

  it("begins with the sentence that has the amount, not with a paragraph before it that has none", () => {
    const answer = ask("How long does a shed keep a lost crate?", [
      {
        title: "Lost crates",
        text: "A shed keeps a lost crate dry, however long it has been lost.\n\nThe shed keeps a lost crate for forty days, and then it is sold.",
      },
    ]);
    expect(texts(answer)[0]).toContain("forty days");
  });

  it("looks, on a page named after the thing, for the rest of the question", () => {
    const answer = ask("威山白露观测站的圆顶是以什么来命名的？", [
      {
        title: "威山白露观测站",
        text: "威山白露观测站是一座观测站，在山里。\n\n## 历史\n\n圆顶以一位船长的女儿来命名，她住了很多年。",
      },
    ]);
    expect(texts(answer)[0]).toContain("来命名");
  });

  it("finds the amount by the unit that another cell of its row names", () => {
    const answer = ask("水印默认斜多少度？", [
      {
        title: "水印",
        text: "| 参数 | 说明 | 默认值 |\n| --- | --- | --- |\n| width | 水印的宽度 | 120 |\n| gap | 水印之间的间距 | 100 |\n| rotate | 水印旋转的角度，单位 `°` | -22 |",
      },
    ]);
    expect(texts(answer)).toHaveLength(1);
    expect(texts(answer)[0]?.split("\n").at(-1)).toContain("rotate");
  });

  it("takes the row that is called the default, where another row has one as well", () => {
    const answer = ask("书架默认每层放几本？", [
      {
        title: "书架",
        text: "| 参数 | 说明 | 默认值 |\n| --- | --- | --- |\n| defaultShelfSize | 默认的每层本数 | 12 |\n| width | 书架的宽度 | 80 |\n| shelfSizeOptions | 指定每层可以放多少本 | 6, 12, 24 |",
      },
    ]);
    expect(texts(answer)[0]?.split("\n").at(-1)).toContain("defaultShelfSize");
  });

  it("takes a default from the table that has a column for it, not from a sample", () => {
    const table =
      "| Field | Meaning | Default |\n| --- | --- | --- |\n| `log.level` | Level of the log. | ERROR |\n| `log.file` | File of the log. | none |";
    const answer = ask("What is the default log level?", [
      { text: "```yaml\n# logs go to the terminal by default\nlog:\n  level: INFO\n```" },
      { text: table },
    ]);
    expect(texts(answer)[0]).toContain("ERROR");
  });

  it("does not tell of another thing how many levels the thing that is asked about has", () => {
    const answer = ask(
      "任务优先级一共分几个级别？",
      [
        { text: "日志按 DEBUG、WARN、INFO、ERROR 四个级别打印，其优先级依次升高。", score: 0.6 },
        { title: "任务优先级", text: "优先级我们有高、中、低三种级别。", score: 0.55 },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toBe("优先级我们有高、中、低三种级别。");
  });

  it("answers how many there may be with the limit, not with “no group” or “one group”", () => {
    const answer = ask("How many synonyms can I put in one group?", [
      {
        title: "Synonyms",
        text: "A word that is put on a page makes synonyms. One group may hold synonyms of several languages. No group is read twice. A group has at most 12 words.",
      },
    ]);
    expect(texts(answer)[0]).toBe("A group has at most 12 words.");
  });

  it("gives the row that opens with the state whose meaning is asked for", () => {
    const table =
      "| 状态 | 含义 |\n| --- | --- |\n| 已归档 | 箱子放在仓库里。 |\n| 已售出 | 箱子不在了。 |";
    const answer = ask(
      "箱子旁边写着“已归档”是什么意思？",
      [
        { title: "标签", text: "标签贴在箱子旁边。" },
        { title: "状态是什么意思？", text: table },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toContain("箱子放在仓库里");
  });

  it("compares two values by the one row that names both", () => {
    const table =
      "| Key | Meaning |\n| --- | --- |\n| `mode` | How the crew works. |\n| `crew.policy` | `keep_all` keeps every crate; `keep_some` drops the empty ones. |";
    const answer = ask("What is the difference between keep_all and keep_some?", [{ text: table }]);
    expect(texts(answer)[0]).toContain("drops the empty ones");
    expect(texts(answer)[0]).not.toContain("How the crew works");
  });

  it("takes no row for a default that has none", () => {
    const head = "| Name | Default | Meaning |\n| --- | --- | --- |";
    const answer = ask("Which code does the gate return by default when it is full?", [
      { text: `${head}\n| \`actions\` | | What the gate may return: a code when it is full. |` },
      { text: `${head}\n| \`full_code\` | 503 | The code to return when the gate is full. |` },
    ]);
    expect(texts(answer)[0]).toContain("503");
  });

  it("answers from the row whose key is the identifier that is asked about, whatever else is said around it", () => {
    const rules = [
      "| 名称 | 什么时候出现 | 可以怎么做 |",
      "| --- | --- | --- |",
      "| `body_too_large` | 请求超过了服务器接受的大小。 | 缩短问题。 |",
      "| `rate_limited` | 一分钟内的请求太多。 | 稍后再试。 |",
    ].join("\n");
    const other = { text: "程序返回的原因写在日志里，要处理它就打开日志。" };
    const question = "请求返回 body_too_large 是什么原因，要怎么处理？";
    const [row] = texts(ask(question, [{ text: rules, score: 0.21 }, other], "zh-CN"));
    expect(row?.split("\n").slice(2)).toEqual([
      "| `body_too_large` | 请求超过了服务器接受的大小。 | 缩短问题。 |",
    ]);
    expect(texts(ask(question.replace("body", "head"), [{ text: rules }, other], "zh-CN"))).toEqual(
      [],
    );
  });

  it("does not come from what another thing allows", () => {
    const own = "max_oil says how many workers are allowed.";
    const pages = [
      { title: "Oil", text: own },
      { title: "Crane", text: "The crane allows 12 workers." },
    ];
    expect(texts(ask("How many workers does max_oil allow?", pages))[0]).toBe(own);
  });

  it.each([
    [
      "Which version of Redis is needed?",
      "The Redis version that is needed depends on the plugin.",
      "Version 20.1 of Node is needed.",
    ],
    [
      "Which port does `relay-d` use by default?",
      "By default `relay-d` uses the port of the server before it.",
      "By default the server uses port 8443.",
    ],
    [
      "MeiliSearch 默认用哪个端口？",
      "MeiliSearch 默认用环境变量里写的端口。",
      "数据库默认用端口 5432。",
    ],
    ["Redis 最多重试几次？", "Redis 最多重试的次数由设置决定。", "邮件最多重试 3 次。"],
  ])("comes from no place that does not speak of what is named: %s", (question, own, other) => {
    const lang = /\p{Script=Han}/u.test(question) ? "zh-CN" : "en";
    const answer = texts(
      ask(
        question,
        [
          { text: own, score: 0.6 },
          { text: other, score: 0.5 },
        ],
        lang,
      ),
    );
    expect(answer.join("\n")).not.toContain(other);
  });

  it("is that of the row with the very cell that the question has, in whatever column it stands", () => {
    const table =
      "| `/Zc:__stamp` option | `/std` option | `__stamp` value |\n|--|--|--|\n| `Zc:__stamp` | `/std:c++17` | `2017L` |\n| `Zc:__stamp` | `/std:c++20` | `2020L` |\n| `Zc:__stamp-` (disabled) | Any value | `1997L` |";
    const lead =
      "When the `/Zc:__stamp` option is enabled, the value reported by `__stamp` depends on the `/std` option.";
    const answer = ask("What value does __stamp report with /std:c++20 when /Zc:__stamp is on?", [
      { title: "/Zc:__stamp", text: `${lead}\n\n${table}`, score: 0.7 },
      { text: "Any value is reported.", score: 0.2 },
    ]);
    expect(texts(answer)[0]?.split("\n").slice(2)).toEqual([
      "| `Zc:__stamp` | `/std:c++20` | `2020L` |",
    ]);
  });

  it("is one word long where a default is told in one, and of a name of two words in its row", () => {
    const bin = ask("Which trash program does the app use by default on Linux?", [
      {
        title: "Items",
        text: "Moves an item to the trash. The path must use the default path separator for the platform (backslash on Windows).",
        score: 0.38,
      },
      {
        title: "APP_TRASH on Linux",
        text: "Set the trash implementation on Linux. Default is `gio`.",
        score: 0.3,
      },
    ]);
    expect(texts(bin).join("\n")).toContain("Default is `gio`.");
    const url = ask(
      "用 LM Studio 的话，Base URL 填什么？",
      [
        {
          text: "| 程序 | 怎样启动 | 地址 |\n| --- | --- | --- |\n| LM Studio | 打开它的服务 | `http://127.0.0.1:1234/v1` |\n| vLLM | 用命令 | `http://127.0.0.1:8000/v1` |",
          score: 0.3,
        },
        {
          text: "要连接 Ollama，**Base URL** 填写 `http://127.0.0.1:11434/v1`，再填写模型的名称。",
          score: 0.3,
        },
      ],
      "zh-CN",
    );
    expect(texts(url)[0]).toContain("1234");
  });

  it("is what is said of the label in quotation marks, alone or with another in its cell", () => {
    const rows = "| 控件 | 作用 |\n| --- | --- |\n| **重试** | 重做失败的操作。 |\n";
    const used = ask(
      "“立即重试”按钮有什么用？",
      [{ text: `${rows}| **立即重试**、**再来** | 立刻再次连接服务器。 |` }],
      "zh-CN",
    );
    expect(texts(used)[0]?.split("\n").slice(2)).toEqual([
      "| **立即重试**、**再来** | 立刻再次连接服务器。 |",
    ]);

    const means = ask(
      "“停用”是什么意思？",
      [
        {
          text: "## 怎样停用棚子？\n\n要关掉一个棚子，请选择它旁边的**停用**，之后没有人能用它。**移除**会彻底移除这个棚子。船既不能停用也不能移除。",
        },
      ],
      "zh-CN",
    );
    expect(texts(means)[0]).toBe("要关掉一个棚子，请选择它旁边的**停用**，之后没有人能用它。");
  });

  it("is the row of a mark whose meaning is asked, before what is said of another mark", () => {
    const answer = ask("What does it mean when a source is marked as moved?", [
      {
        title: "Changed files",
        text: "Above the answer it says how many lines have moved, changed or gone missing since you asked. A changed source shows what was cited beside what stands there now, with the words that differ marked.",
        score: 0.374,
      },
      {
        title: "States",
        text: "| State | Meaning |\n| --- | --- |\n| moved | The same text stands on other lines. |\n| missing | The file is gone. |",
        score: 0.348,
      },
    ]);
    expect(texts(answer)[0]).toContain("| moved |");
  });
});
