import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AskKind, QuestionAnalysis, TermRole } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { questionLimits } from "#lib/language/limits";

const folders = [
  { id: "r1", label: "helm" },
  { id: "r2", label: "ant-design" },
  { id: "r3", label: "apisix" },
  { id: "r4", label: "notes" },
  { id: "r5", label: "kubernetes-docs" },
  { id: "r6", label: "go" },
];
const read = (text: string) => analyseQuestion(text, { folders });
const kindOf = (text: string) => read(text).asks[0]?.kind;
const roleOf = (text: string, written: string) =>
  read(text).terms.find((term) => term.written === written)?.role;

describe("the kind of a question", () => {
  const rows: [string, AskKind][] = [
    ["How many replicas does a broker keep?", "value"],
    ["How long are logs kept?", "value"],
    ["Which flag turns the cache off?", "value"],
    ["What's the command to list sessions?", "value"],
    ["默认保留多少天的日志？", "default"],
    ["一个节点最多可以有几个副本？", "value"],
    ["用哪个参数限制内存？", "value"],
    ["What is the default port of the dev server?", "default"],
    ["Which timeout is used by default?", "default"],
    ["預設連接埠是多少？", "default"],
    ["What is a service mesh?", "definition"],
    ["what does the term lag mean", "definition"],
    ["What does the purge command do?", "definition"],
    ["什么是服务网格？", "definition"],
    ["ttl 是什么意思", "definition"],
    ["How do I rotate the keys?", "procedure"],
    ["How to permanently change the storage address of the models", "procedure"],
    ["how can i make the models stay loaded", "procedure"],
    ["I want to export all invoices as one archive.", "procedure"],
    ["Is there a way to unload a plugin?", "procedure"],
    ["Change the colour of the sidebar", "procedure"],
    ["怎么修改默认端口？", "procedure"],
    ["如何给字段加注释", "procedure"],
    ["需要一个功能，可以在任务之间传递参数。", "procedure"],
    ["Why are the timestamps in UTC?", "reason"],
    ["how come the cache is cleared", "reason"],
    ["为什么启动这么慢？", "reason"],
    ["Can I run two servers on one port?", "yes_no"],
    ["Is it possible to use a proxy?", "yes_no"],
    ["If the disk is full, can I still read?", "yes_no"],
    ["是否支持断点续传？", "yes_no"],
    ["支持设置并行度吗", "yes_no"],
    ["Whats the difference between a job and a task", "comparison"],
    ["Kafka vs Pulsar", "comparison"],
    ["任务和作业有什么区别？", "comparison"],
    ["Which options are there for compression?", "list"],
    ["List all environment variables", "list"],
    ["有哪些压缩方式？", "list"],
    ["Where are the logs stored by default?", "place"],
    ["配置文件存在哪里？", "place"],
    ["When was the project founded?", "time"],
    ["什么时候会清理旧的快照？", "time"],
    ["Who can approve a request?", "person"],
    ["谁可以批准申请？", "person"],
    ["The server doesnt start after the upgrade", "error"],
    ["the picker does not follow the page when it scrolls", "error"],
    ["How do I fix the error 'quota exceeded'?", "error"],
    ["docker: the proxy picks up an unreachable address from the container", "error"],
    ["When I run the linter it fails with exit code 2", "error"],
    ["Select组件，展开下拉框后，滑动滚轮，下拉框会跟着上下滑动", "error"],
    ["关闭弹窗后之前填写的值还存在，这种问题怎么解决啊", "error"],
    ["多语言设置不生效", "error"],
    ["使用日期组件后，界面上出现的年是中文，月是英文", "error"],
    ["如果端口被占用，怎么办？", "error"],
    ["which files mention the access token?", "collection"],
    ["有多少个文件", "collection"],
    ["Which files changed last week?", "collection"],
    ["thanks!", "small_talk"],
    ["你好", "small_talk"],
    ["retention policy broker", "other"],
    ["数据库连接池大小", "other"],
    ["", "other"],
  ];
  it.each(rows)("reads %j as %s", (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it("asks nothing by what it quotes", () => {
    expect(kindOf('What is the setting "how do I"?')).not.toBe("procedure");
  });

  it("is the same with courtesies before it, in British spelling and in traditional characters", () => {
    expect(kindOf("Hi, could you please tell me how many replicas a broker keeps?")).toBe("value");
    expect(kindOf("How do I customise the colour?")).toBe(kindOf("How do I customize the color?"));
    expect(kindOf("檔案存在哪裡？")).toBe("place");
  });
});

describe("what is asked", () => {
  it("parts a question of two into asks that can be understood alone", () => {
    const { asks } = read("What is quiet mode, and how do I turn it off?");
    expect(asks.map(({ text, kind }) => [text, kind])).toEqual([
      ["What is quiet mode?", "definition"],
      ["How do I turn quiet mode off?", "procedure"],
    ]);
  });

  it("keeps a comparison in one ask", () => {
    expect(read("How do topics and queues differ?").asks).toHaveLength(1);
  });

  it("names action, thing, property and constraints", () => {
    const [ask] = read("What is the default port of the dev server on Windows?").asks;
    expect(ask).toMatchObject({ property: "default port", constraints: ["on Windows"] });
    expect(ask?.thing).toContain("dev server");
    expect(read("How do I pin a note?").asks[0]).toMatchObject({ action: "pin", thing: "a note" });
    expect(read("如果端口被占用，怎么办？").asks[0]?.constraints).toEqual(["如果端口被占用"]);
    expect(read("Could you please tell me where it is?").asks[0]?.action).toBeUndefined();
  });

  it("holds at most four asks of two hundred, and drops none of their words", () => {
    const many = Array.from({ length: 200 }, (_, i) => `What is thing${i}?`).join(" ");
    expect(read(many).asks.length).toBeLessThanOrEqual(4);
    const six = "What is a1? What is b2? What is c3? What is d4? What is e5? What is f6?";
    const { asks } = read(six);
    expect(asks).toHaveLength(4);
    expect(asks.map(({ text }) => text).join(" ")).toContain("f6");
  });
});

describe("the words of a question", () => {
  it("knows where and when it came up from what it is about", () => {
    const text = "How do I pin a note on my old laptop since the update?";
    expect(roleOf(text, "laptop")).toBe("circumstance");
    expect(roleOf(text, "update")).toBe("circumstance");
    expect(roleOf(text, "note")).toBe("content");
    expect(roleOf("How do I run the update?", "update")).toBe("content");
    expect(roleOf("在我的电脑上升级之后镜像下载很慢", "电脑")).toBe("circumstance");
    expect(roleOf("在我的电脑上升级之后镜像下载很慢", "升级")).toBe("circumstance");
    expect(roleOf("在我的电脑上升级之后镜像下载很慢", "镜像")).toBe("content");
    expect(roleOf("如何升级镜像", "升级")).toBe("content");
  });

  it("tells names, identifiers and numbers by their looks", () => {
    const text = "How do I set max_turns to 30 for Kestrel with --no-sandbox?";
    expect(roleOf(text, "max_turns")).toBe("identifier");
    expect(roleOf(text, "30")).toBe("number");
    expect(roleOf(text, "Kestrel")).toBe("name");
    expect(roleOf(text, "no-sandbox")).toBe("identifier");
    expect(roleOf("怎么在 kestrel 里加插件", "kestrel")).toBe("name");
  });

  it("takes courtesy and contractions for talk", () => {
    expect(roleOf("Could you please tell me the port?", "tell")).toBe("talk");
    expect(roleOf("the server doesnt start", "doesnt")).toBe("talk");
  });

  it("marks pairs of characters that belong to two words", () => {
    const terms = read("开启限流插件").terms.filter(({ kind }) => kind === "han");
    const crossing = terms.filter((term) => term.crossing).map(({ written }) => written);
    expect(crossing).toEqual(["启限", "流插"]);
  });
});

describe("error text", () => {
  it.each([
    [
      "I get \"ENOENT: no such file or directory, open '/srv/app/config.json'\" on install",
      "ENOENT: no such file or directory, open",
      ["/srv/app/config.json"],
    ],
    [
      "启动报错：EADDRINUSE: address already in use 怎么解决",
      "EADDRINUSE: address already in use",
      undefined,
    ],
    [
      "TypeError: Cannot read properties of undefined at src/App.tsx:12:3",
      "TypeError: Cannot read properties of undefined at",
      ["src/App.tsx:12:3"],
    ],
    ["执行时提示 connection refused by peer，如何处理", "connection refused by peer", undefined],
  ])("is a phrase of its own in %j, its paths set aside", (text, error, paths) => {
    const analysis = read(text);
    expect(analysis.error_text).toBe(error);
    expect(analysis.paths).toEqual(paths);
    expect(analysis.asks[0]?.kind).toBe("error");
  });

  it("is not seen where none was pasted", () => {
    for (const text of [
      "How do I handle errors?",
      'What does "quiet mode" do?',
      "错误日志在哪里？",
    ])
      expect(read(text).error_text).toBeUndefined();
  });
});

describe("the folder that is named", () => {
  it.each([
    ["How do I list releases in helm?", "r1"],
    ["How do I change the theme in Ant Design?", "r2"],
    ["ant_design 主题怎么改", "r2"],
    ["apisix 里怎么开启限流插件？", "r3"],
    ["Where are the probes described in kubernetes?", "r5"],
    ["How do I write tests in go?", "r6"],
    ["What do the notes folder and others hold?", undefined],
    ["Is it in the notes folder?", "r4"],
    ["Where are my notes stored?", undefined],
    ["How do I go back?", undefined],
    ["What is a helmet?", undefined],
    ["How do helm and apisix fit together?", undefined],
  ])("of %j is %s", (text, folder) => {
    expect(read(text).folder).toBe(folder);
  });

  it("is told of the folders at hand, and a question that names none is read once", () => {
    const among = (question: string, id: string, label: string) =>
      analyseQuestion(question, { folders: [{ id, label }] });
    const named = (id: string) => among("How do I list releases in helm?", id, "helm");
    expect([named("a").folder, named("b").folder]).toEqual(["a", "b"]);
    const unnamed = (label: string) => among("How do I list the releases?", "c", label);
    expect(unnamed("helm")).toBe(unnamed("apisix"));
  });

  it("is none where no folders are given", () => {
    expect(analyseQuestion("in helm").folder).toBeUndefined();
  });
});

describe("versions and changes", () => {
  it("reads a version beside its word, with a v or in three parts", () => {
    expect(read("How do I migrate to v2.1?").version).toBe("2.1");
    expect(read("Is it in version 3?").version).toBe("3");
    expect(read("升级到 4.0 之后怎么办").version).toBe("4.0");
    expect(read("What about 1.2.3?").version).toBe("1.2.3");
    expect(read("What listens on 127.0.0.1?").version).toBeUndefined();
    expect(read("Why are there 3 copies?").version).toBeUndefined();
  });

  it("knows a question for a change from others", () => {
    expect(read("What changed in version 3.0?").asks_change).toBe(true);
    expect(read("从哪个版本开始支持集群？").asks_change).toBe(true);
    expect(read("How do I change the port?").asks_change).toBe(false);
  });
});

describe("a message that cannot be understood alone", () => {
  it.each([
    ["how do I remove it?", "pronoun"],
    ["How do I fix this error?", "pronoun"],
    ["怎么关闭它？", "pronoun"],
    ["and on Windows?", "connective"],
    ["what about macOS?", "connective"],
    ["那在 Windows 上呢？", "connective"],
    ["why?", "ellipsis"],
    ["And why not?", "ellipsis"],
    ["怎么删除？", "ellipsis"],
    ["为什么呢", "ellipsis"],
  ])("%j points back by a %s", (text, by) => {
    expect(read(text).follow_up).toEqual({ points_back: true, by });
  });

  it.each([
    "Is it possible to use a proxy?",
    "How do I start the server so that it listens on all addresses?",
    "How long does a lamp burn after it was lit?",
    "怎么导出数据库？",
    "如果端口被占用，怎么办？",
    "你好",
    "What is the plugin that I can use for search?",
  ])("%j does not", (text) => {
    expect(read(text).follow_up).toBeUndefined();
  });
});

describe("any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          ..."how|do|I|what|is|the|and|error:|在|我的|电脑|怎么|？|`|\"|“|”|a_b|./x.ts|v1.2|*|~|<statement>|\n|it|that's|,|. |默认|多少|和|1.".split(
            "|",
          ),
        ),
        { maxLength: 120 },
      )
      .map((words) => words.join(" ")),
  );

  it("has an analysis that fits its schema, with one to four asks and terms in order and in bounds", () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(undefined, "en" as const, "zh-CN" as const),
        (text, lang) => {
          const analysis = analyseQuestion(text, { ...(lang && { lang }), folders });
          expect(QuestionAnalysis.parse(analysis)).toEqual(analysis);
          let before = 0;
          for (const { start, end, written, role } of analysis.terms) {
            expect(start).toBeGreaterThanOrEqual(before);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            expect(written).toBe(text.slice(start, end));
            expect(TermRole.options).toContain(role);
            before = start;
          }
          const given = { ...(lang && { lang }), folders };
          const anew = analyseQuestion(text, given, () => undefined); // counted, so not the one that is kept
          expect(anew).toEqual(analysis);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is read in at most about twice the steps when it is doubled", () => {
    const stepsOf = (text: string) => {
      let steps = 0;
      analyseQuestion(text, { folders }, () => {
        steps += 1;
      });
      return steps;
    };
    const texts = fc.array(anyText, { minLength: 1, maxLength: 6 }).map((some) => some.join(" "));
    fc.assert(
      fc.property(texts, (text) => {
        const spare = 400;
        expect(stepsOf(`${text}\n${text}`)).toBeLessThanOrEqual(3 * stepsOf(text) + spare);
      }),
      { numRuns: 150 },
    );
    for (const hard of ["how ", "what is the ", "在我的", "“", '"a" ', "error: ", "升级", "if "]) {
      const short = stepsOf(hard.repeat(100));
      expect(stepsOf(hard.repeat(200))).toBeLessThanOrEqual(2.5 * short);
    }
  });

  it.each([
    ["one sign a million times", "?".repeat(1_000_000)],
    ["one letter a million times", "a".repeat(1_000_000)],
    ["one Chinese character a million times", "的".repeat(1_000_000)],
    ["blanks", " ".repeat(1_000_000)],
    [
      "binary",
      Array.from({ length: 5000 }, (_, i) => String.fromCharCode((i * 7919) % 65536)).join(""),
    ],
    ["lone surrogates", "\ud800".repeat(6000)],
    [
      "mixed scripts",
      "日本語のテスト한국어 ไทย العربية עברית Ελληνικά кириллица 中文 x".repeat(200),
    ],
    ["open quotation marks", "“`「".repeat(3000)],
  ])("of %s is cut at its limit and does not throw", (_name, text) => {
    const { asks, terms } = read(text);
    expect(asks.length).toBeLessThanOrEqual(4);
    expect(terms.length).toBeLessThanOrEqual(questionLimits.terms);
    for (const { end } of terms) expect(end).toBeLessThanOrEqual(questionLimits.chars);
  });
});
