import { describe, expect, it, test } from "vitest";
import { judgeSentence } from "#lib/entailment/judge-sentence";
import { quotableUnits } from "#lib/markdown/units";

/** What an honest writer does with the words of lines, and the lies that look like it. */
function judge(
  text: string,
  lines: string,
  { question = "", folder = "", quotes = [] as string[] } = {},
): string {
  const evidence = { citation: 1, units: quotableUnits(lines, 1), above: "", folder };
  const named = quotes.map((quote) => ({ citation: 1, text: quote }));
  return judgeSentence(text, named, [evidence], question).kind;
}

describe("a figure that belongs to a name", () => {
  const lines =
    "Vault7 is the store of every new site. It is a single file that needs no server of its own, which makes it right for small sites.\n\nPort RELAY 2 carries 4-channel, 8-channel or 16-channel signals. The Vault files hold 3 copies of a page.";
  it.each([
    "Vault7 needs no server of its own, which makes it right for small sites.",
    "RELAY2 carries 4-channel, 8-channel or 16-channel signals.",
  ])("counts nothing: %s", (text) => {
    expect(["near", "own_words"]).toContain(judge(text, lines));
  });
  it.each([
    "Vault8 needs no server of its own, which makes it right for small sites.",
    "RELAY3 carries 4-channel, 8-channel or 16-channel signals.",
    "Vault7 files hold 7 copies of a page.",
  ])("may not be another: %s", (text) => {
    expect(judge(text, lines)).toBe("refuse");
  });
});

describe("a small number in words", () => {
  const ways = "- 用安装包安装，适合新手\n- 用命令行安装，适合熟悉终端的人";
  it("may count what the lines list", () => {
    expect(
      judge("它有两种安装办法：用安装包安装，适合新手；用命令行安装，适合熟悉终端的人。", ways),
    ).toBe("own_words");
  });
  it("may not count otherwise than they do, nor may a figure", () => {
    const counted = `安装办法有三种。\n\n${ways}`;
    expect(judge("它有两种安装办法：用安装包安装，用命令行安装。", counted)).toBe("refuse");
    expect(judge("它有 40 种安装办法：用安装包安装，用命令行安装。", ways)).toBe("refuse");
  });
});

describe("a number of the person's own question", () => {
  const lines = "The Larder plugin works from version 2.8 on and does not start on older ones.";
  const question = "My site is on 2.5, can I use the Larder plugin?";
  it("is theirs beside a number of the lines", () => {
    expect(
      judge("Your site is on 2.5, and the Larder plugin works only from version 2.8 on.", lines, {
        question,
      }),
    ).not.toBe("refuse");
    expect(
      judge("Your site is on 2.5, and the Larder plugin works only from version 2.8 on.", lines),
    ).toBe("refuse");
  });
  it("is in doubt at best where it is the only one", () => {
    const kinds = [
      "On 2.5 the plugin of the site does not start.",
      "The Larder plugin works from version 2.5 on and does not start on older ones.",
    ].map((text) => judge(text, lines, { question }));
    expect(kinds[0]).not.toMatch(/near|own_words/);
    expect(kinds[1]).toBe("refuse");
  });
  it("lets no other number through", () => {
    expect(
      judge("Your site is on 2.5, and the plugin works from version 2.7 on.", lines, { question }),
    ).toBe("refuse");
  });
  it("is theirs in Chinese too", () => {
    expect(
      judge(
        "你的站点是 2.5，而 Larder 插件从 2.8 版起才能用。",
        "Larder 插件从 2.8 版起才能用，旧版无法启动。",
        {
          question: "我的站点是 2.5，能用 Larder 插件吗？",
        },
      ),
    ).not.toBe("refuse");
  });
});

describe("an answer word with the question said again behind it", () => {
  const lines =
    "A relay of version 6.1 will not pair with a lamp of version 5.4. The lamp is dimmed by hand.";
  const question = "Can a 6.1 relay and a 5.4 lamp pair, and is the lamp dimmed by the relay?";
  it("is no denial of its own", () => {
    expect(
      judge(
        "No, they cannot: a relay of version 6.1 will not pair with a lamp of version 5.4.",
        lines,
        { question },
      ),
    ).toMatch(/near|own_words/);
    expect(
      judge(
        "不能，它们不能配对：6.1 版的中继不会与 5.4 版的灯配对。",
        "6.1 版的中继不会与 5.4 版的灯配对。",
        { question: "6.1 版的中继和 5.4 版的灯能配对吗？" },
      ),
    ).toMatch(/near|own_words/);
  });
  it.each([
    "Yes, they can: a relay of version 6.1 will not pair with a lamp of version 5.4.",
    "No, they cannot: a relay of version 6.1 will pair with a lamp of version 5.4.",
  ])("says what its sentence says and was asked, or is withheld: %s", (text) => {
    expect(judge(text, lines, { question })).not.toMatch(/near|own_words/);
  });
});

const plain = /near|own_words/;

describe("an answer before its ground", () => {
  const loaded = "Plugins are loaded from the plugins folder at start.";
  const zh = "插件在启动时从插件目录加载。";
  const locked = "The fridge is not locked during the night.";
  it.each([
    [
      loaded,
      "Are plugins loaded at start?",
      "Yes, plugins are loaded at start: plugins are loaded from the plugins folder at start.",
    ],
    [zh, "插件会在启动时加载吗？", "会，插件会在启动时加载：插件在启动时从插件目录加载。"],
    [
      locked,
      "Is the fridge locked during the night?",
      "No, the fridge is not locked: the fridge is not locked during the night.",
    ],
    ["冰箱夜间不上锁。", "冰箱夜间上锁吗？", "不会，冰箱不上锁：冰箱夜间不上锁。"],
  ])("is shown where the lines hold it: %s %s", (lines, question, text) => {
    expect(judge(text, lines, { question })).toMatch(plain);
  });
  it.each([
    [
      loaded,
      "Are plugins signed before they are loaded?",
      "Yes, plugins are signed before loaded: plugins are loaded from the plugins folder at start.",
    ],
    [
      loaded,
      "Are plugins signed before they are loaded?",
      "Yes, plugins are signed before they are loaded, from the plugins folder at start.",
    ],
    [
      loaded,
      "Are plugins loaded before start?",
      "Yes, plugins are loaded before start: plugins are loaded from the plugins folder at start.",
    ],
    [zh, "插件加载前会签名吗？", "会，插件加载前会签名：插件在启动时从插件目录加载。"],
    [zh, "插件加载前会签名吗？", "是的，插件会签名：插件在启动时从插件目录加载。"],
    [
      locked,
      "Is the fridge locked during the night?",
      "No, the fridge is broken: the fridge is not locked during the night.",
    ],
    ["冰箱夜间不上锁。", "冰箱夜间上锁吗？", "不，冰箱坏了：冰箱夜间不上锁。"],
  ])(
    "is not shown where the question alone, or nothing, holds it: %s %s",
    (lines, question, text) => {
      expect(judge(text, lines, { question })).not.toMatch(plain);
    },
  );
});

describe("a number that the question alone has, beside one of the lines", () => {
  const lines = "A request is dropped after 60 seconds; it is retried 3 times.";
  const question = "Does it wait 90 seconds and retry 3 times?";
  const chinese = "请求在 60 秒后被丢弃；会重试 3 次。";
  const asked = "它会等 90 秒并重试 3 次吗？";
  it.each([
    "It waits 90 seconds before it gives up and tries 3 times.",
    "Yes, it waits 90 seconds and retries 3 times.",
    "It retries 3 times and waits 90 seconds.",
  ])("is in doubt at best: %s", (text) => {
    expect(judge(text, lines, { question })).not.toMatch(plain);
    expect(judge(text, lines, { question: `My server is slow. ${question}` })).not.toMatch(plain);
  });
  it.each(["请求等 90 秒后被丢弃，并重试 3 次。", "它等待 90 秒，并重试 3 次。"])(
    "is so in Chinese: %s",
    (text) => {
      expect(judge(text, chinese, { question: asked })).not.toMatch(plain);
    },
  );
  it("does not keep the number of the lines from being told", () => {
    expect(
      judge("It is dropped after 60 seconds and retried 3 times.", lines, { question }),
    ).toMatch(plain);
    expect(judge("请求在 60 秒后被丢弃，并重试 3 次。", chinese, { question: asked })).toMatch(
      plain,
    );
  });
  it("is shown where the person stated it of their own, told as theirs", () => {
    const works = "The Larder plugin works from version 2.8 on and does not start on older ones.";
    const mine = "My site is on 2.5, can I use the Larder plugin?";
    expect(
      judge("Your site is on 2.5, and the Larder plugin works only from version 2.8 on.", works, {
        question: mine,
      }),
    ).toMatch(plain);
    expect(
      judge("你的站点是 2.5，而 Larder 插件从 2.8 版起才能用。", "Larder 插件从 2.8 版起才能用。", {
        question: "我的站点是 2.5，能用 Larder 插件吗？",
      }),
    ).toMatch(plain);
    expect(
      judge("Larder 插件在 2.5 和 2.8 版上都能用。", "Larder 插件从 2.8 版起才能用。", {
        question: "我的站点是 2.5，能用 Larder 插件吗？",
      }),
    ).not.toMatch(plain);
  });
});

test("the name of the folder is what its pages are about, and no other name is", () => {
  const lines = "New players start with two rights, building and talking.";
  const of = (name: string) =>
    judge(`In ${name}, new players start with the rights of building and talking.`, lines, {
      folder: "Karst",
    });
  expect(of("Karst")).not.toBe("refuse");
  expect(of("Marl")).toBe("refuse");
});

test("“even if there is only one” restricts nothing", () => {
  const lines = "对单台灯塔，在储油有富余的情况下，仍推荐使用双灯。";
  expect(judge("就算只有单台灯塔，只要储油有富余，仍推荐使用双灯。", lines)).not.toBe("refuse");
  expect(judge("只有单台灯塔，在储油有富余的情况下，才推荐使用双灯。", lines)).not.toMatch(
    /near|own_words/,
  );
});

test("a subject ends before a clause about something else", () => {
  const lines =
    "In addition to the slow pump, three alarms open the gate at once. The opposite of the closing rule is in place too, to open the gate slowly as needed, such as when the river rises after long rain.";
  expect(
    judge(
      "When there is more water, such as when the river rises after long rain, it slowly opens the gate.",
      lines,
    ),
  ).not.toBe("refuse");
});

describe("a near copy with words of its own", () => {
  const both =
    "The client is to be had from the shop and from the site. Both are largely the same, with the one exception that the desktop one does not use Avahi.";
  it("may name what “both” stands for", () => {
    const text =
      "Both clients are largely the same, with the one exception that the desktop one does not use Avahi.";
    expect(judge(text, both)).toBe("near");
  });
  it("may begin with an alternative that the line has within it", () => {
    const lines = "### Larder 2.12\n\n- Add username/password sign-in to the mail relay";
    expect(judge("Username/password sign-in to the mail relay was added.", lines)).not.toBe(
      "refuse",
    );
    expect(judge("Username/token sign-in to the mail relay was added.", lines)).toBe("refuse");
  });
  it("is in other words where its clauses alone stand otherwise and it tells no figure", () => {
    const lines =
      "Or, if you forgot to wrap it, and the command is already running, you can wait for the process to complete with `relay publish --wait-pid` (alias: `--pid`).";
    const text =
      "When a command is already running and you forgot to wrap it, `relay publish --wait-pid` (alias: `--pid`) waits for that process to complete and then publishes a notification.";
    expect(judge(text, lines)).toBe("own_words");
    const turned = "任务完成时退出码为 0，任务失败时退出码为 1。";
    expect(judge("任务完成时退出码为 1。", turned)).toBe("refuse");
  });
  it("may not bring a name behind its “yes”", () => {
    const lines = "Larder runs a piece of JavaScript in a sandbox.";
    expect(judge("Yes, Quentin runs a piece of JavaScript in a sandbox.", lines)).toBe("refuse");
  });
});

describe("a name of the person's own question", () => {
  it("is in doubt at best, for the lines do not tell it", () => {
    const lines =
      "Then, in the mail settings of your internal service, set the address of the server to the address of your relay.";
    const text =
      "In the mail settings of the Larder, enter the address of your relay as the server.";
    const question = "I have an old Larder that can only send mails. What do I type into it?";
    expect(judge(text, lines, { question })).toBe("doubt");
    expect(judge(text, lines)).toBe("refuse");
  });
  it.each([
    [
      "缓存在 Linux 上保留 7 天，在 macOS 上保留 5 天。",
      "我的电脑是 Windows，缓存保留多久？",
      "你的电脑是 Windows，缓存保留 7 天。",
    ],
    [
      "在 Linux 上安装需要 8 GB 内存。",
      "我的电脑是 Windows，安装需要多少内存？",
      "在你的 Windows 电脑上，安装需要 8 GB 内存。",
    ],
    [
      "The cache is kept for 7 days on Linux and for 5 on macOS.",
      "My computer runs Windows, how long is the cache kept?",
      "Your computer runs Windows, and the cache is kept for 7 days.",
    ],
  ])("never takes a figure of another: %s", (lines, question, text) => {
    expect(judge(text, lines, { question })).not.toMatch(/near|own_words/);
  });
  it("is told with what the line says in its place", () => {
    const lines = "Contact Peter Brand when the relay is down.";
    const text = "Contact Maria Lopez when the relay is down.";
    expect(
      judge(text, lines, { question: "Is Maria Lopez the one to ask when the relay is down?" }),
    ).toBe("doubt");
  });
});

describe("a near copy with one word in the place of another", () => {
  it.each([
    [
      "Restart the server after you change the key.",
      "Restart the server before you change the key.",
    ],
    ["The data stays on your machine.", "The data leaves your machine."],
    ["升级之前请清除缓存。", "升级之后请清除缓存。"],
    ["Pull the red lever.", "Pull the blue lever."],
  ])("is withheld: %s", (line, text) => {
    expect(judge(text, line)).toBe("refuse");
  });
});

describe("the condition that a list stands under", () => {
  const steps = (lead: string) => `${lead}\n\n- Restart the relay.\n- Delete its cache.`;
  const plain = /near|own_words/;
  it.each([
    ["If you have this problem, try:", "The lamp is grey, what now?"],
    ["If the lamp stays grey, do the following:", "My lamp stays grey. What can I do?"],
  ])("needs not be said again where it is what the question is about: %s", (lead, question) => {
    expect(judge("Restart the relay.", steps(lead), { question })).toMatch(plain);
  });
  it.each([
    ["Only on Windows:", "How do I mend the lamp on Linux?"],
    ["If the lamp is not grey, do the following:", "My lamp is grey. What can I do?"],
    ["If the mast has fallen, do the following:", "My lamp is grey. What can I do?"],
    ["If the lamp stays grey, do the following:", "My lamp stays green. What can I do?"],
    ["Only if this happens on a server with 8 disks:", "My laptop is slow. What can I do?"],
    ["仅当出现这种情况且数据已备份时：", "怎么修灯？"],
  ])("is missed where nobody has said it: %s", (lead, question) => {
    expect(judge("Restart the relay.", steps(lead), { question })).toBe("doubt");
  });
});

describe("a first clause that says the person's case again", () => {
  const lines = "Check the relay for a broken fuse.";
  const question = "My 12 lamps do not light up. What can I check?";
  it("brings a number that nobody else has said only as a foreign one", () => {
    const text = "If your 12 lamps do not light up, check the relay for a broken fuse.";
    expect(judge(text, lines, { question })).not.toBe("refuse");
    expect(judge(text, lines)).toBe("refuse");
  });
  it("takes no false line along", () => {
    const text = "If your 12 lamps do not light up, check the relay for a broken mast.";
    expect(judge(text, lines, { question })).not.toMatch(/near|own_words/);
  });
  it("is not set aside where it is the line's own, changed", () => {
    const own = "If the lamps are not lit, check the relay for a broken fuse.";
    const asked = "Are the lamps lit? What can I check?";
    expect(judge("If the lamps are lit, check the relay.", own, { question: asked })).toBe(
      "refuse",
    );
  });
  it.each([
    [
      "For adults the dose is 2 tablets a day.",
      "What is the dose for children?",
      "For children, the dose is 2 tablets a day.",
    ],
    [
      "Check the relay for a broken fuse.",
      "My lamp is on. It does not blink. What can I check?",
      "If your lamp is not on, check the relay for a broken fuse.",
    ],
    [
      "Teams of up to 100 users pay nothing.",
      "We have 400 colleagues. What do we pay?",
      "Your team of 400 colleagues pays nothing.",
    ],
    [
      "For a library of 1,000 songs the scan takes 3 minutes.",
      "I have 40,000 songs. How long does the scan take?",
      "Your 40,000 songs take 3 minutes to scan.",
    ],
    [
      "On Android the data lies in `/data/larder`.",
      "My tablet runs HarmonyOS, where is the data?",
      "On your HarmonyOS tablet, the data lies in `/data/larder`.",
    ],
  ])("is in doubt where the lines are of another one: %s", (own, asked, text) => {
    expect(judge(text, own, { question: asked })).not.toMatch(/near|own_words/);
  });
});

describe("a thing called by the person's name for it", () => {
  const lines = "Audio files can be dropped into one folder and are then played in turn.";
  it("is no name that the lines would have to have", () => {
    for (const name of ["WAVs", "CDs"]) {
      const question = `What do I do with my ${name}?`;
      const text = `Drop your ${name} into one folder and it plays them one after another.`;
      // The lines say nothing of them by themselves.
      expect(judge(text.replace("your ", ""), lines, { question })).toBe("doubt");
      expect(judge(text, lines, { question })).toMatch(/own_words|near/);
    }
  });
  it("is in doubt in the place of the lines' own", () => {
    const own = "Larder plays audio files from MySQL in turn.";
    const question = "Can it play files from Postgres?";
    expect(judge("It plays files from Postgres in turn.", own, { question })).not.toMatch(
      /near|own_words/,
    );
  });
  it.each([
    [
      "Backups are kept on the disk of the relay.",
      "Are my backups kept in iCloud?",
      "Backups are kept on iCloud.",
    ],
    [
      "The key is stored in the vault and never leaves the machine.",
      "Is the key sent to AWS?",
      "The key is stored in the vault of AWS.",
    ],
  ])("is in doubt where it is not theirs: %s", (own, question, text) => {
    expect(judge(text, own, { question })).not.toMatch(/near|own_words/);
  });
});

describe("what a line says in brackets", () => {
  it.each([
    [
      "Talk to the crew first, to have leave to go ashore (some captains will not allow this).",
      "Talk to the crew first to have leave to go ashore.",
    ],
    [
      "密码是生成的应用密码（不是登录密码），然后点击验证。",
      "密码是生成的应用密码，然后点击验证。",
    ],
  ])("may be left out, with a mark at most: %s", (line, text) => {
    expect(judge(text, line)).not.toBe("refuse");
  });
  it.each([
    [
      "The upload is checked for viruses each night (not implemented yet).",
      "Every upload is safely checked for viruses each night.",
    ],
    ["上传的文件每晚都会进行病毒扫描（尚未实现）。", "上传的文件每晚都会自动进行病毒扫描。"],
    ["The relay is not safe (n).", "The relay is safe."],
  ])("takes back what is told plainly without it: %s", (line, text) => {
    expect(judge(text, line)).not.toMatch(/near|own_words/);
  });
  it("is told as the line tells it", () => {
    const line = "The relay holds its charge (not in the cold).";
    expect(judge("The relay holds its charge in the cold.", line)).toBe("refuse");
  });
});

describe("what a quoted line denies", () => {
  const line = "The tips of the waves are never allowed to go all the way up.";
  it("may be told of the case in which it comes to pass", () => {
    const text = "If the tips of the waves go all the way up, the sound is distorted.";
    const more = `${line} The sound is distorted then.`;
    expect(judge(text, more, { quotes: [line] })).not.toBe("doubt");
  });
  it("may not be told as allowed", () => {
    const text = "The tips of the waves may go all the way up in a quiet room.";
    expect(judge(text, line, { quotes: [line] })).not.toMatch(/near|own_words/);
  });
});

describe("the name of the folder", () => {
  it("is what its pages are about, written apart, too", () => {
    const line = "Ensure you are familiar with our security rules.";
    const text = "Ensure you are familiar with Made Tech's security rules.";
    expect(judge(text, line, { folder: "madetech" })).not.toBe("refuse");
    expect(judge(text, line, { folder: "larder" })).toBe("refuse");
  });
  it("is no version", () => {
    const line = "The server needs two disks for its store.";
    expect(judge("The V2 server needs two disks for its store.", line, { folder: "v2" })).toBe(
      "refuse",
    );
  });
});

describe("what a line denies in one of its clauses", () => {
  const line = "Permissions can provide all access, no access, or use custom permissions.";
  it("is told where the sentence has it word for word", () => {
    expect(judge("They give all access, no access, or custom permissions.", line)).toMatch(plain);
  });
  it.each([
    "Permissions can provide no access, or use custom permissions but not all access.",
    "Permissions can provide all access, or use no custom permissions.",
  ])("may not move: %s", (text) => {
    expect(judge(text, line)).not.toMatch(plain);
  });
});

describe("a line whose subject stands in the one before it", () => {
  const lines =
    "If you have no server, you can use Larder.\nThis setup will prevent you from running multiple copies of the store since the file is local.";
  it("is about that", () => {
    const text = "Using Larder prevents you from running multiple copies of the store.";
    expect(judge(text, lines)).toMatch(plain);
  });
  it("is not about what another line names", () => {
    const other = `${lines}\n\nThe backup is kept for a year. The bell rings twice a day.`;
    expect(judge("The backup rings twice a day.", other)).toBe("refuse");
    expect(judge("The mast is red, while the backup rings twice a day.", other)).toBe("refuse");
  });
});

describe("a free sentence whose quoted words are of little of it", () => {
  const lines =
    "Mocks return predefined responses based on your rules. They don't execute business logic or touch data stores.";
  it("is shown with its lines", () => {
    const text =
      "A mock is a stand-in that gives answers laid down beforehand: none of your real logic runs, and no data store is touched.";
    expect(judge(text, lines, { quotes: ["Mocks return predefined responses"] })).toBe("doubt");
  });
  it("is not, where all that was read has hardly a word of it", () => {
    const text = "The crew paints the harbour wall each spring before the ferries come.";
    expect(judge(text, lines, { quotes: ["Mocks return predefined responses"] })).toBe("refuse");
  });
});

describe("a part of a longer name", () => {
  const lines =
    "The client sends its requests to `https://api.larder.io/v2/users/get` with `client.searchItems(1)`, `client.items.find()` and `my.mp4.jpg`. It needs python3.11, the image `larder:v1.4` or 2.0.beta2, the file `/etc/larder7.conf`, `server.hostname` and `LARDER_TOKEN`.";
  it.each([
    "The client has the method `searchItems` for its requests.",
    "The client can call `find` with its requests.",
    "The client sends mp4 with its requests.",
  ])("is a name where it is one by itself: %s", (text) => {
    expect(judge(text, lines)).toMatch(plain);
  });
  it.each([
    "The client sends its requests to `users`.",
    "The client sends its requests with `get`.",
    "The client sends its requests to `api`.",
    "The client sends its requests to v2.",
    "The client needs python3 for its requests.",
    "The client needs the image v1 for its requests.",
    "The client needs the image beta2 for its requests.",
    "The client needs the file `larder7` for its requests.",
    "The client needs `hostname` for its requests.",
    "The client needs `TOKEN` for its requests.",
    "The client needs CLIENT_FILE for its requests.",
    "The client needs `DEBUG` for its requests.",
    "客户端的请求发往 `users`。",
  ])("is another one else: %s", (text) => {
    expect(judge(text, lines)).toBe("refuse");
  });
});
