import { describe, expect, it } from "vitest";
import { type QuestionKind, questionKind } from "#lib/agents/composer/question";
import { namesNowhere, weighTerms, wordsNowhere } from "#lib/agents/composer/question-words";
import type { QueryTerm } from "#lib/contracts/envelope";
import { detectLang } from "#lib/language/words";

describe("the kind of a question", () => {
  it.each<[QuestionKind, string, string]>([
    ["definition", "What is a gap?", "什么是缺口？"],
    ["how_to", "How do I add a folder?", "怎么添加文件夹？"],
    ["where", "Where is the index kept?", "索引保存在哪里？"],
    ["when", "When was the bridge opened?", "大桥是什么时候建成的？"],
    ["who", "Who wrote the symphony?", "谁写了这部交响曲？"],
    ["how_many", "How many citations does an answer have?", "一个回答有多少条引用？"],
    ["why", "Why is a sentence withheld?", "为什么句子被扣留？"],
    ["yes_no", "Does Docent need a key?", "Docent 需要密钥吗？"],
    [
      "comparison",
      "What is the difference between moved and changed?",
      "moved 和 changed 有什么区别？",
    ],
    ["troubleshooting", "The server does not start", "服务器无法启动"],
    ["list", "What are the rule names?", "有哪些规则名称？"],
    ["list", "What tools does a client have?", "客户端有哪些工具？"],
    ["how_to", "Show me a config that opens the port", "给我一个打开端口的例子"],
    ["list", "Give me a list of all keys", "给我列出所有按键"],
    ["lookup", "Show me the default port", "给我看看默认端口"],
    [
      "comparison",
      "Show me the difference between moved and changed",
      "给我讲 moved 和 changed 的区别",
    ],
    ["how_many", "Show me how many files are read", "给我看看读了多少文件"],
    ["lookup", "default port", "默认端口"],
    ["lookup", "Which setting limits the number of files?", "哪个设置限制文件数量？"],
    ["how_to", "How do I limit how many crates are kept?", "怎么统计仓库里有多少箱子？"],
    ["which", "Which crane do I use for boats?", "哪个工具可以看有哪些箱子？"],
    ["which", "Since which version do failed lifts return a code?", "是从哪个版本开始的？"],
    ["how_many", "How small may a crate be?", "最多会留几份？"],
    ["definition", "What is the crane for?", "起重机是干什么用的？"],
    ["list", "Which cranes can I choose?", "起重机有哪几种可以选？"],
    ["yes_no", "Can a crate stay overnight?", "能不能把箱子放一夜？"],
    ["where", "Where is the ledger kept?", "对比两次称重差异用的记录存在哪里？"],
    ["lookup", "What status code does a full yard return?", "场地满时返回什么状态码？"],
  ])("is %s for “%s” and “%s”", (kind, english, chinese) => {
    expect(questionKind(english, detectLang(english))).toBe(kind);
    expect(questionKind(chinese, detectLang(chinese))).toBe(kind);
  });

  it("asks for no date where “when” says under what condition", () => {
    expect(questionKind("How can I open the shed when it is locked?", "en")).toBe("how_to");
    expect(questionKind("Show me the file I need for VS Code.", "en")).toBe("how_to");
    expect(questionKind("What do I have to write into mcp.json?", "en")).toBe("how_to");
    expect(questionKind("In 1870, when was the shed built?", "en")).toBe("when");
    expect(questionKind("What does it mean when a crate is moved?", "en")).toBe("definition");
  });

  it.each<[QuestionKind, string]>([
    ["yes_no", "Is there a command where I can see the version?"],
    ["where", "Is there a place where the index is kept?"],
    ["how_many", "I want to know how many files are read"],
    ["definition", "Could you please tell me what is a gap?"],
    ["definition", "What exactly is a gap?"],
    ["where", "请问我想知道日志写在哪里"],
    ["how_many", "能不能告诉我一个回答有多少条引用"],
  ])("is %s for “%s”, whatever is put around it", (kind, question) => {
    expect(questionKind(question, detectLang(question))).toBe(kind);
  });

  it("is nothing in particular for a bare name", () => {
    expect(questionKind("OLLAMA_MAX_QUEUE", "en")).toBe("other");
  });
});

describe("words of a Chinese question", () => {
  const terms = (list: [string, number][]): QueryTerm[] =>
    list.map(([term, passages]) => ({ term, passages, weight: 1 / list.length }));

  it("outweigh pairs that lie across the border of two words", () => {
    const [accident, word] = weighTerms(
      "什么是引用",
      terms([
        ["是引", 0],
        ["引用", 5],
      ]),
    ).terms;
    expect(accident?.weight).toBeLessThan(0.3);
    expect((accident?.weight ?? 0) + (word?.weight ?? 0)).toBeCloseTo(1);
  });

  it("are cut where the documents cut, whatever the segmenter says", () => {
    const known = terms([
      ["同义", 2],
      ["义词", 2],
      ["词页", 0],
      ["页面", 9],
    ]);
    const weighed = weighTerms("同义词页面", known);
    expect([...weighed.whole]).not.toContain(2);
    expect(wordsNowhere("同义词页面", known)).toEqual([]);
  });

  it("that everybody says around the matter weigh little, there or not", () => {
    const [everyday, nowhere, name] = weighTerms(
      "my boss treats varnish",
      terms([
        ["boss", 1],
        ["treat", 0],
        ["varnish", 1],
      ]),
    ).terms;
    expect(everyday?.weight).toBeLessThan((name?.weight ?? 0) / 2);
    expect(nowhere?.weight).toBeLessThan(everyday?.weight ?? 0);
  });

  it("are named whole when no passage holds them, and accidental pairs are not named", () => {
    expect(
      wordsNowhere(
        "怎么添加打印机",
        terms([
          ["添加", 3],
          ["加打", 0],
          ["打印", 0],
          ["印机", 0],
        ]),
      ),
    ).toEqual(["打印机"]);
    expect(
      wordsNowhere(
        "什么是引用",
        terms([
          ["是引", 0],
          ["引用", 5],
        ]),
      ),
    ).toEqual([]);
  });

  it("are names that no dictionary knows", () => {
    const unknown = terms([
      ["六耳", 0],
      ["耳铃", 0],
      ["特点", 9],
    ]);
    expect(wordsNowhere("六耳铃有什么特点", unknown)).toEqual(["六耳铃"]);
    expect(weighTerms("六耳铃有什么特点", unknown).terms.map((t) => t.weight)).toEqual([
      1 / 3,
      1 / 3,
      1 / 3,
    ]);
  });

  it("are not missed where they only say how somebody puts it, and weigh little", () => {
    const said = terms([
      ["检查", 8],
      ["装得", 0],
      ["撤销", 4],
      ["往回", 0],
    ]);
    const question = "检查装得对不对，往回撤销";
    expect(wordsNowhere(question, said)).toEqual([]);
    const [check, made, undo, back] = weighTerms(question, said).terms.map((t) => t.weight);
    expect(made).toBeLessThan((check ?? 0) / 4);
    expect(back).toBeLessThan((undo ?? 0) / 4);
  });

  it("are a name that stands nowhere only where nothing beside it is the rest of a known one", () => {
    const name = terms([
      ["叶盛", 0],
      ["盛茂", 0],
      ["茂毕", 0],
      ["毕业", 5],
    ]);
    expect(namesNowhere("叶盛茂毕业于哪所大学？", name)).toEqual(["叶盛茂"]);
    const known = name.map((t) => (t.term === "叶盛" ? { ...t, passages: 2 } : t));
    expect(namesNowhere("叶盛茂毕业于哪所大学？", known)).toEqual([]);
  });

  it("are a person of whose name some part stands nowhere, and who does something though no dictionary knows of him", () => {
    const part = terms([
      ["王家", 3],
      ["家瑞", 0],
      ["职务", 5],
    ]);
    expect(namesNowhere("王家瑞担任什么职务？", part)).toEqual(["王家瑞"]);
    const strange = terms([
      ["马飚", 0],
      ["飚担", 0],
      ["担任", 5],
    ]);
    expect(namesNowhere("3月，马飚担任什么职务？", strange)).toEqual(["马飚"]);
    const cut = terms([
      ["一格", 0],
      ["格里", 0],
    ]);
    expect(namesNowhere("单位写在每一格里吗？", cut)).toEqual([]);
  });

  it("are not what is counted", () => {
    const pairs = ["少种", "种颜"].map((term) => ({ term, passages: 0, weight: 0.1 }));
    expect(namesNowhere("色板有多少种颜色？", pairs)).toEqual([]);
  });

  it("are named beside foreign words", () => {
    expect(
      wordsNowhere(
        "如何安装 Vant？",
        terms([
          ["安装", 4],
          ["vant", 0],
        ]),
      ),
    ).toEqual(["Vant"]);
  });
});

describe("a describing word that stands nowhere", () => {
  const asked = (terms: [string, number][]) =>
    weighTerms(
      "How heavy may a sloop be?",
      terms.map(([term, passages]) => ({ term, passages, weight: 1 / terms.length })),
    );

  it("says little, and the score is measured against the rest", () => {
    const { terms, kept } = asked([
      ["heavi", 0],
      ["sloop", 4],
    ]);
    expect(terms[0]?.weight).toBeLessThan(0.2);
    expect(terms[1]?.weight).toBeGreaterThan(0.8);
    expect(kept).toBeCloseTo(0.55);
  });

  it("keeps its weight where some passage holds it, and a name keeps its own either way", () => {
    expect(
      asked([
        ["heavi", 2],
        ["sloop", 4],
      ]).kept,
    ).toBe(1);
    expect(
      asked([
        ["heavi", 2],
        ["sloop", 0],
      ]).terms[1]?.weight,
    ).toBe(0.5);
  });
});
