import { describe, expect, test } from "vitest";
import { mostParts, planQuestion } from "#lib/language/plan";

const single = (question: string) => [[question]] as const;

describe("planning a question", () => {
  test.each([
    ["想把灯罩换成铜的怎么换，旧灯罩放在哪里？", ["想把灯罩换成铜的怎么换？", "旧灯罩放在哪里？"]],
    [
      "怎么把灯塔的亮度改成 80，又怎么给它加锁？",
      ["怎么把灯塔的亮度改成 80？", "怎么给灯塔的亮度加锁？"],
    ],
    [
      "灯塔的钥匙要放在哪里，怎么给它配备用的？",
      ["灯塔的钥匙要放在哪里？", "怎么给灯塔的钥匙配备用的？"],
    ],
    [
      "After how many hours is a lamp told as dark, and how do I get a letter about dark lamps?",
      ["After how many hours is a lamp told as dark?", "How do I get a letter about dark lamps?"],
    ],
    ["What is a gap and how do I turn it off?", ["What is a gap?", "How do I turn a gap off?"]],
    [
      "What is the default port of the Vite dev server, and how do I keep it from moving?",
      [
        "What is the default port of the Vite dev server?",
        "How do I keep the default port of the Vite dev server from moving?",
      ],
    ],
    [
      "How do I roll a Helm release back, and how many revisions are kept by default?",
      ["How do I roll a Helm release back?", "How many revisions are kept by default (Helm)?"],
    ],
    [
      "How do I run Jest tests in one process, and how do I run them on a board?",
      ["How do I run Jest tests in one process?", "How do I run Jest tests on a board?"],
    ],
    [
      "How do I take a snapshot, restore it, and copy it to a disk?",
      [
        "How do I take a snapshot?",
        "How do I restore a snapshot?",
        "How do I copy a snapshot to a disk?",
      ],
    ],
    [
      "How do I add a lamp, and how do I dim it while it burns?",
      ["How do I add a lamp?", "How do I dim a lamp while it burns?"],
    ],
    [
      "Where is the oil kept, and if a lamp goes out at night, can I light a candle?",
      ["Where is the oil kept?", "If a lamp goes out at night, can I light a candle?"],
    ],
    [
      "Can I buy a lamp, and how long does a wick burn after it was lit?",
      ["Can I buy a lamp?", "How long does a wick burn after it was lit?"],
    ],
    ["怎么关掉灯，LAMP_PORT 默认是什么？", ["怎么关掉灯？", "LAMP_PORT 默认是什么？"]],
    [
      "How do I borrow a lamp, and how do I get a broken one back?",
      ["How do I borrow a lamp?", "How do I get a broken lamp back?"],
    ],
    [
      "Which lamp oils does the shop sell, and how do I bring my own?",
      ["Which lamp oils does the shop sell?", "How do I bring my own lamp oils?"],
    ],
    [
      "Where do lamp boxes go, which sizes can they have, and how do I lock them?",
      ["Where do lamp boxes go?", "Which sizes can lamp boxes have?", "How do I lock lamp boxes?"],
    ],
    [
      "How deep may a shelf be, and can Docent draw shelves?",
      ["How deep may a shelf be?", "Can Docent draw shelves?"],
    ],
    [
      "How much water may a tank hold, and how many fish?",
      ["How much water may a tank hold?", "How many fish may a tank hold?"],
    ],
    [
      "How long is a note kept, and in which drawer?",
      ["How long is a note kept?", "In which drawer is a note kept?"],
    ],
    [
      "How do I open the gate for a walker, and how for a cart?",
      ["How do I open the gate for a walker?", "How do I open the gate for a cart?"],
    ],
    [
      "How do I clear the shelf, and how do I do that for a single book?",
      ["How do I clear the shelf?", "How do I clear the shelf for a single book?"],
    ],
    [
      "Which gate modes does the lock have, which one is the default, and how do I switch it off?",
      [
        "Which gate modes does the lock have?",
        "Which of the gate modes is the default?",
        "How do I switch gate modes off?",
      ],
    ],
    [
      "I want to hang a lamp: which hook do I need, and does it need a key?",
      ["Which hook do I need?", "Does a lamp need a key?"],
    ],
    [
      "Could you tell me how a lamp works and whether it can be dimmed?",
      ["How a lamp works?", "Can a lamp be dimmed?"],
    ],
    [
      "lamp height vs door width: what does each one mean and what are the defaults?",
      [
        "lamp height: what does it mean and what are the defaults?",
        "door width: what does it mean and what are the defaults?",
      ],
    ],
    ["一盏灯最多用多少油，多少根灯芯？", ["一盏灯最多用多少油？", "一盏灯最多用多少根灯芯？"]],
    [
      "灯一共有哪几种型号，各自用在什么地方？",
      ["灯一共有哪几种型号？", "灯的型号各自用在什么地方？"],
    ],
    [
      "LAMP 和 DOOR 分别是做什么的，默认值各是多少？",
      ["LAMP 是做什么的，默认值是多少？", "DOOR 是做什么的，默认值是多少？"],
    ],
    // What sets two things apart is said of both together, and "each" in the next ask is said of them.
    [
      "LAMP 和 DOOR 有什么不同，分别用在哪里？",
      ["LAMP 和 DOOR 有什么不同？", "LAMP 和 DOOR分别用在哪里？"],
    ],
    ["门与灯的区别是什么，各自什么时候用？", ["门与灯的区别是什么？", "门与灯各自什么时候用？"]],
    [
      "装 lamp-cli 要什么版本的 Node，以及怎样让它走代理？",
      ["装 lamp-cli 要什么版本的 Node？", "怎样让lamp-cli走代理？"],
    ],
    ["LAMP 有没有手机版 App，在哪里下载？", ["LAMP 有没有手机版 App？", "手机版 App 在哪里下载？"]],
    ["请问日志写在哪里，怎么让它更详细？", ["日志写在哪里？", "怎么让日志更详细？"]],
    ["怎么暂停一个文件夹，能不能定时暂停？", ["怎么暂停一个文件夹？", "文件夹能不能定时暂停？"]],
    [
      "How do I give a lamp another name, and how do I hang it in the hall?",
      ["How do I give a lamp another name?", "How do I hang a lamp in the hall?"],
    ],
    [
      "How do I make a lamp movable, and can I hang it outside?",
      ["How do I make a lamp movable?", "Can I hang a lamp outside?"],
    ],
    [
      "Which oil does the lamp burn, and can I change it?",
      ["Which oil does the lamp burn?", "Can I change the oil of the lamp?"],
    ],
    [
      "Which oils does the lamp support, and can it also burn wax?",
      ["Which oils does the lamp support?", "Can the lamp also burn wax?"],
    ],
    [
      "Is there a dark shade? How do I put it on?",
      ["Is there a dark shade?", "How do I put a dark shade on?"],
    ],
    ["What is a root? How do I add one?", ["What is a root?", "How do I add one?"]],
    [
      "Is my key shown in the logs, and is it kept in the index?",
      ["Is my key shown in the logs?", "Is my key kept in the index?"],
    ],
    [
      "What is the difference between a hook and a nail, and which one holds more?",
      [
        "What is the difference between a hook and a nail?",
        "Which of a hook and a nail holds more?",
      ],
    ],
    [
      "How do I:\n1. add a folder\n2. remove a folder",
      ["How do I add a folder", "How do I remove a folder"],
    ],
    [
      'What does "lock: out of space" mean and how do I fix it?',
      ['What does "lock: out of space" mean?', 'How do I fix "lock: out of space"?'],
    ],
    [
      "How long is a token valid if I set nothing, and when does it get renewed?",
      ["How long is a token valid if I set nothing?", "When does a token get renewed?"],
    ],
    ["堆叠和平铺有什么区别，推荐用哪个？", ["堆叠和平铺有什么区别？", "堆叠和平铺推荐用哪个？"]],
    ["A是什么，怎么关闭B？", ["A是什么？", "怎么关闭B？"]],
    ["引用是什么，怎么关闭它？", ["引用是什么？", "怎么关闭引用？"]],
    ["默认端口是多少，怎么修改？", ["默认端口是多少？", "默认端口怎么修改？"]],
    [
      "cache_ttl 默认是多少？什么情况下应该调大？",
      ["cache_ttl 默认是多少？", "cache_ttl 什么情况下应该调大？"],
    ],
    ["连接池默认多大，为什么不建议设太大？", ["连接池默认多大？", "连接池为什么不建议设太大？"]],
    ["什么是守卫？和中间件有什么区别？", ["什么是守卫？", "守卫和中间件有什么区别？"]],
    ["什么是快照？同步和备份有什么区别？", ["什么是快照？", "同步和备份有什么区别？"]],
    ["怎么安装集群，和不同版本怎么共存？", ["怎么安装集群？", "不同版本怎么共存？"]],
    [
      "What is the difference between merge and rebase in Git?",
      [
        "What is the difference between merge and rebase in Git?",
        "What is merge in Git?",
        "What is rebase in Git?",
      ],
    ],
    [
      "What is the difference between a for loop and a while loop?",
      [
        "What is the difference between a for loop and a while loop?",
        "What is a for loop?",
        "What is a while loop?",
      ],
    ],
    ["集群模式怎么开启，有哪些前提条件？", ["集群模式怎么开启？", "集群模式有哪些前提条件？"]],
    [
      "换行默认每页显示几条？怎么让它记住上次选的条数？",
      ["换行默认每页显示几条？", "怎么让换行记住上次选的条数？"],
    ],
    [
      "灯油告警支持哪几种消息，另外怎么给它设置密码？",
      ["灯油告警支持哪几种消息？", "怎么给灯油告警设置密码？"],
    ],
    [
      "灯油告警支持哪几种消息，发送失败后会自动重试几次？",
      ["灯油告警支持哪几种消息？", "灯油告警发送失败后会自动重试几次？"],
    ],
    [
      "删除一盏灯需要什么权限，删除后能恢复吗？",
      ["删除一盏灯需要什么权限？", "灯删除后能恢复吗？"],
    ],
    ["油库在哪里，多大时会自动清理？", ["油库在哪里？", "油库多大时会自动清理？"]],
    [
      "什么情况下建议用夜灯？怎样让它跟着天色自动切换？",
      ["什么情况下建议用夜灯？", "怎样让夜灯跟着天色自动切换？"],
    ],
    [
      "往 LampPort 送油要一次送到，油桶至少要几个，钥匙还要什么许可？",
      ["往 LampPort 送油要一次送到，油桶至少要几个？", "钥匙还要什么许可（LampPort）？"],
    ],
    ["什么时候灯罩会被换掉？它放在哪里？", ["什么时候灯罩会被换掉？", "灯罩放在哪里？"]],
    ["什么时候更换旧灯罩，怎么清洗它？", ["什么时候更换旧灯罩？", "怎么清洗旧灯罩？"]],
    ["灯罩怎么换成红色？是否支持深色花纹？", ["灯罩怎么换成红色？", "灯罩是否支持深色花纹？"]],
    ["怎么添加文件夹以及怎么删除？", ["怎么添加文件夹？", "文件夹怎么删除？"]],
    [
      "Admin API 的 X-API-KEY 指的是什么？是否可以修改？",
      ["Admin API 的 X-API-KEY 指的是什么？", "Admin API 的 X-API-KEY 是否可以修改？"],
    ],
    [
      "What does error tide_mismatch mean, and how do I change the language?",
      ["What does error tide_mismatch mean?", "How do I change the language?"],
    ],
    [
      "What does tide_mismatch mean, and what is the default?",
      ["What does tide_mismatch mean?", "What is the default (tide_mismatch)?"],
    ],
    [
      "How long does a ferry wait for me, and how can I make that time longer?",
      ["How long does a ferry wait for me?", "How can I make that time longer (a ferry)?"],
    ],
  ])("splits %j into parts that can be understood alone", (question, parts) => {
    expect(planQuestion(question).parts).toEqual(parts);
  });

  test.each([
    ...single("How do I search and replace text?"),
    ...single("What does drag and drop do?"),
    ...single("How do I grant a guest the old key, and how do I revoke it?"),
    ...single("Where does the lamp write errors, and can it mail them?"),
    ...single("Is there a black and white theme?"),
    ...single("How do I start and stop the server?"),
    ...single("Why does the pump stop, and how do I fix it?"),
    ...single("报错 pump_stopped 是什么原因，怎么解决？"),
    ...single("接外部灯塔报 The lamp is out，什么原因，怎么改？"),
    ...single("想让一个开关同时点亮好几盏灯，线路怎么接？"),
    ...single("好几个水泵送来同样的水，下游到底用哪一个的？"),
    ...single("想看看库房里有没有旧灯罩，敲哪个命令？"),
    ...single("想知道它在我船上亮不亮、费多少油，用哪条命令？"),
    ...single("不确定该用哪种灯罩时，选哪种最安全？"),
    ...single("What do I put into lamp.json of VS Code to light it?"),
    ...single("往数组里加一个元素该用什么，不该用什么？"),
    ...single("Where are my documents and my settings stored?"),
    ...single("Which setting limits how many files are read and what does it say?"),
    ...single("In 1846, which country, which was at war, gave up the coast?"),
    ...single("Who decides what is shown and what is withheld?"),
    ...single('What does the error "what is it and how do I" mean?'),
    ...single("What happens if indexing fails? Will it be tried again?"),
    ...single("Since the lamp is old, how do I replace it?"),
    ...single("Error: EACCES, permission denied, how do I get past it?"),
    ...single("If the lamp goes out, what happens?"),
    ...single("The door creaks, what can I do?"),
    ...single("Can I hang a lamp, a door or a key?"),
    ...single("用令牌登录之后多久会自动退出，在哪里能改这个时间？"),
    ...single("搜索和替换怎么用？"),
    ...single("拖和放怎么用？"),
    ...single("安装和卸载 Docent 的命令是什么？"),
    ...single("如果端口被占用，怎么办？"),
    ...single("怎么判断任务已经完成，即如何知道结果？"),
    ...single("程序调用接口时返回 idempotency_mismatch 是什么原因，怎么处理？"),
  ])("leaves %j whole", (question) => {
    expect(planQuestion(question)).toEqual({ parts: [question] });
  });

  test("judges an ask without a thing of its own by what the ask before is about", () => {
    const { leans } = planQuestion("灯油告警支持哪几种消息，发送失败后会自动重试几次？");
    expect([...(leans ?? [])]).toEqual([["灯油告警发送失败后会自动重试几次？", "灯油告警"]]);
  });

  test("reads a comparison through whatever blanks stand in it", () => {
    const blanks = " ".repeat(400);
    const plan = planQuestion(`difference between${blanks}hard${blanks}links and soft links`);
    expect(plan.compared).toEqual(["hard links", "soft links"]);
    expect(plan.parts.slice(1)).toEqual(["What is hard links?", "What is soft links?"]);
  });

  test("looks for a comparison itself, and for what is compared as a way round", () => {
    expect(planQuestion("How do quote mode and model mode differ?")).toEqual({
      parts: [
        "How do quote mode and model mode differ?",
        "What is quote mode?",
        "What is model mode?",
      ],
      compared: ["quote mode", "model mode"],
    });
    for (const asked of ["相比有什么不同", "相比较，有哪些不同之处", "有什么不一样"])
      expect(planQuestion(`文件夹和引用${asked}？`).compared).toEqual(["文件夹", "引用"]);
    expect(planQuestion("文件夹和引用有什么区别？")).toEqual({
      parts: ["文件夹和引用有什么区别？", "什么是文件夹？", "什么是引用？"],
      compared: ["文件夹", "引用"],
    });
    expect(planQuestion("文件夹跟引用到底有什么不一样？").compared).toEqual(["文件夹", "引用"]);
    expect(planQuestion("文件夹跟引用有啥不一样？").compared).toEqual(["文件夹", "引用"]);
  });

  test("asks for a value and for the setting that governs it at once", () => {
    const asked = "单张图片最大多少，由哪个设置控制？";
    expect(planQuestion(asked).parts).toEqual([asked]);
  });

  test("keeps a message with the asks that point back at it", () => {
    const message = 'The lamp stops with "no oil left". What causes this and what should I check?';
    expect(planQuestion(message).parts).toEqual([message]);
  });

  test("makes at most four parts and drops nothing that was asked", () => {
    const asks = ["a lamp", "a door", "a key", "a roof", "a wall", "a step"].map(
      (thing) => `What is ${thing}?`,
    );
    const { parts } = planQuestion(asks.join(" "));
    expect(parts).toHaveLength(mostParts);
    expect(parts.join(" ")).toBe(asks.join(" "));
  });

  test("a text far longer than a question is one question", () => {
    const long = `What is a lamp? How do I light it? ${"It stands in the hall. ".repeat(80)}`;
    expect(planQuestion(long).parts).toEqual([long]);
  });
});
