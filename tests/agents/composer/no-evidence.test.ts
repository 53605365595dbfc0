import { describe, expect, it } from "vitest";
import { readQuestion } from "#lib/agents/composer/asked";
import { doingLacks } from "#lib/agents/composer/asked-object";
import { quotableUnits } from "#lib/markdown/units";
import { cite } from "../../citations/sample.ts";
import { ask, texts } from "./ask-pages.ts";

describe("no evidence", () => {
  const page = {
    title: "Folders",
    text: "1. Open Settings.\n2. Press **Add folder**.\n3. Type the path.",
  };
  it("is the answer when the thing asked about stands nowhere, which is named", () => {
    const answer = ask("How do I add a printer?", [page]);
    expect(answer).toMatchObject({ answered: false, claims: [], missing: ["printer"] });
  });

  it("is the answer in Chinese too", () => {
    const answer = ask(
      "怎么添加打印机？",
      [{ title: "文件夹", text: "1. 打开设置。\n2. 点击“添加文件夹”。" }],
      "zh-CN",
    );
    expect(answer).toMatchObject({ answered: false, claims: [], missing: ["打印机"] });
  });

  it("is the answer when an identifier is asked for whose pieces stand everywhere and which stands nowhere", () => {
    const settings = {
      title: "Settings of the server",
      text: "`server.port` is the port of the server. The max number of ports is set with `maxRoutes`.",
    };
    expect(ask("What does server.maxPort do?", [settings])).toMatchObject({
      answered: false,
      missing: ["server.maxPort"],
    });
    expect(ask("What is server.port?", [settings]).answered).toBe(true);
  });

  it("is the answer when a version that is a name of its own is asked for and another one stands there", () => {
    const page = { title: "Server", text: "The server speaks HTTP. To enable HTTP, set `http`." };
    expect(ask("How do I enable HTTP/3 on the server?", [page])).toMatchObject({
      answered: false,
      missing: ["HTTP/3"],
    });
    const third = { ...page, text: "To enable HTTP/3 on the server, set `http3`." };
    expect(ask("How do I enable HTTP/3 on the server?", [third]).answered).toBe(true);
  });

  it("is the answer when a quoted label has a name in it that stands nowhere", () => {
    const page = { title: "Buttons", text: "The mode button closes the gate." };
    expect(ask('What does the "Zeppelin mode" button do?', [page])).toMatchObject({
      answered: false,
      missing: ["Zeppelin"],
    });
  });

  it("is the answer when an amount is there and nothing of what it is asked for", () => {
    const answer = ask(
      "单张图片最大可以多大？",
      [{ title: "文件夹", text: "单个文件最大 8 MiB，这是文件大小的上限。", score: 0.3 }],
      "zh-CN",
    );
    expect(answer.answered).toBe(false);
  });

  it("is the answer when no amount meets, in one line, what it is asked of", () => {
    const command = {
      title: "Tools",
      text: "The relay is started once.\n\nA command may take up to 2 GiB of memory.",
    };
    expect(ask("How much memory does the relay need?", [command]).answered).toBe(false);
    expect(ask("How much memory may a command take?", [command]).answered).toBe(true);
    // Other words for what is done weigh less where the amount of the very thing is told.
    const other = "How much memory may a command swallow before the supervisor ends it?";
    expect(ask(other, [{ ...command, score: 0.12 }]).answered).toBe(true);
    const session = (thing: string) =>
      ask(
        "港口服务的会话默认多长时间超时？",
        [{ title: "港口服务", text: `港口服务默认的${thing}超时时长为 10 秒。` }],
        "zh-CN",
      ).answered;
    expect([session("请求"), session("会话")]).toEqual([false, true]);
    const size = { title: "Files", text: "A file may be up to 8 MiB large." };
    expect(ask("What is the maximum number of files?", [size]).answered).toBe(false);
    const number = { ...size, text: "The number of files is 300 at most." };
    expect(ask("What is the maximum number of files?", [number, size]).answered).toBe(true);
  });

  it("is not the answer where the heading asks the question, or the thing is spoken of as known", () => {
    const title = "怎么连接锅炉？";
    const [line] = ["要连接锅炉，先打开蓝色开关。"];
    const cellar = { title: "地窖", text: `## ${title}\n\n${line}`, score: 0.4 };
    expect(ask("地窖里的锅炉怎么接进来用？", [cellar], "zh-CN").answered).toBe(true);
    const consoles = {
      title: "Relays",
      text: "The Harbour relay console shows all locks in the cellar.",
    };
    expect(ask("Does a relay console show all locks?", [consoles]).answered).toBe(false);
    expect(ask("Does the relay console show all locks?", [consoles]).answered).toBe(true);
  });

  it("is not the answer where a row has the name that an ask was completed with, and tells it without a figure", () => {
    const row = (key: string) => ({
      title: "Errors",
      text: `| Name | Remedy |\n| --- | --- |\n| \`${key}\` | Wait for the time that the message names. |`,
    });
    const asked = "How long do I have to wait (too_many)?";
    expect(ask(asked, [row("too_many")]).answered).toBe(true);
    expect(ask(asked, [row("too_few")]).answered).toBe(false);
  });

  it("is the answer when what is done is there and what it is done to is not", () => {
    const fonts = { title: "Terminals", text: "Change the font of the terminal.", score: 0.12 };
    const tables = { title: "Tables", text: "A table has a border and a colour.", score: 0.1 };
    const colour = "How do I change the colour of the border of the terminal font?";
    expect(ask(colour, [fonts, tables]).answered).toBe(false);
    expect(ask("How do I change the font of the terminal?", [fonts, tables]).answered).toBe(true);
  });

  it("is the answer when its words are there and nothing quoted speaks of what is to be done with them", () => {
    const pulls = {
      title: "Secrets of a chart",
      text: "A compose file of Docker is read by the chart, which holds one secret for each pull.",
      score: 0.2,
    };
    const old = {
      title: "Old charts",
      text: "Convert a ledger with the brass machine.",
      score: 0.1,
    };
    const how = (deed: string) =>
      ask(`How do I ${deed} a compose file of Docker?`, [pulls, old]).answered;
    expect(how("convert")).toBe(false);
    expect(how("read")).toBe(true);
    const letters = { title: "Letters", text: "Make letters with the brass stamp.", score: 0.2 };
    expect(ask("How do I make the letters bigger?", [letters]).answered).toBe(false);
    const larger = { title: "Letters", text: `${letters.text} A long press makes them larger.` };
    expect(ask("How do I make the letters bigger?", [larger]).answered).toBe(true);
  });

  it("is the answer when a name stands nowhere beside the product's own, which stands on every page", () => {
    const about = (text: string) => ({ title: "LampKit", text: `${text} LampKit.` });
    const pages = [
      about("Open a connection to the server of"),
      ...["A web of", "The socket of", ..."abcdefgh"].map(about),
    ];
    const open = (name: string) => ask(`How do I open a ${name} connection to LampKit?`, pages);
    expect(open("WebSocket")).toMatchObject({ answered: false, missing: ["WebSocket"] });
    expect(open("server").answered).toBe(true);
  });

  it("is the answer when a folder is named and what is quoted is of another that does not name it", () => {
    const pages = [
      { text: "To change the language of the page, choose **English**.", root: "harbour" },
      { text: "The page of a lighthouse has rooms.", root: "Zeppelin docs" },
    ];
    const asked = (question: string) => ask(question, pages).answered;
    expect(asked("How do I change the language of the page?")).toBe(true);
    expect(asked("How do I change the language of the page in Zeppelin?")).toBe(false);
    expect(asked("How do I change the language of the Lighthouse page?")).toBe(false);
  });

  it("is the answer when the folder that is named has no passage at all, whatever else is named and spoken of", () => {
    const pages = [
      {
        text: "To lift a mast with the Crane, as with a Zeppelin, set up the hook.",
        root: "harbour",
      },
      { text: "The Crane has a hook.", root: "harbour" },
    ];
    const how = "How do I set up Zeppelin to lift a mast with the Crane?";
    expect(ask(how, pages, "en", ["harbour"]).answered).toBe(true);
    expect(ask(how, pages, "en", ["harbour", "Zeppelin docs"]).answered).toBe(false);
    expect(ask(how, pages, "en", ["harbour", "Airship docs"]).answered).toBe(true);
  });

  it("is not the answer for want of “HTTP” where an address is called", () => {
    const call = {
      title: "The lamp asked by a program",
      text: "A program asks it:\n\n```sh\ncurl http://lamp/ask\n```",
      score: 0.35,
    };
    const wires = { title: "Wires", text: "HTTP is a wire of the crane." };
    const how = "Show me how a program asks the lamp over HTTP";
    expect(ask(how, [call, wires]).answered).toBe(true);
    const apart = { ...call, text: call.text.replace("http://", "") };
    expect(ask(how, [apart, wires]).answered).toBe(false);
  });

  it("is the answer when a port, a flag or a version is asked for and none is there", () => {
    const page = { title: "Relay backup", text: "The backup of the relay is kept for 30 days." };
    expect(ask("Which port does the relay backup use?", [page]).answered).toBe(false);
    const told = { ...page, text: `${page.text} The relay backup uses port 8443.` };
    expect(texts(ask("Which port does the relay backup use?", [told]))[0]).toContain("8443");
    expect(ask("Which flag keeps the relay backup?", [page]).answered).toBe(false);
    expect(ask("Which key keeps the relay backup?", [page]).answered).toBe(false);
    for (const key of ["`K`", "The brass key", "`relay.backup.keep`"]) {
      const told = { ...page, text: `${key} keeps the backup of the relay.` };
      expect(ask("Which key keeps the relay backup?", [told]).answered, key).toBe(true);
    }
  });

  it("is not the answer where a variable, a flag or a switch is written in another form", () => {
    const said = (question: string, line: string) =>
      ask(question, [{ title: "Relay", text: line }]).answered;
    expect(
      said(
        "Which environment variable sets the proxy of the relay?",
        "The proxy of the relay is set by the environment variable `http_proxy`.",
      ),
    ).toBe(true);
    expect(
      said("Which flag opens the relay log?", "The flag `O_APPEND` opens the relay log."),
    ).toBe(true);
    expect(
      said("Which switch stops the relay?", "The switch **Relay** in Settings stops the relay."),
    ).toBe(true);
  });

  it("is not the answer because a word stands nowhere that names no thing, but is for a thing", () => {
    const page = [
      { title: "Snapshots", text: "To update the snapshots of a component, run `check -u`." },
    ];
    expect(ask("How do I update the snapshots of a component every month?", page).answered).toBe(
      true,
    );
    expect(ask("How do I refresh the snapshots of a component?", page).answered).toBe(true);
    expect(ask("How do I update the bookmarks of a component?", page).answered).toBe(false);
    const chinese = [{ title: "快照", text: "要更新组件的快照，请运行 `check -u`。" }];
    expect(ask("晚上怎么更新组件的快照？", chinese, "zh-CN").answered).toBe(true);
    expect(ask("怎么更新组件的弹幕？", chinese, "zh-CN").answered).toBe(false);
  });

  it("is the answer when a thing stands nowhere, or a name", () => {
    const pages = [{ text: "Open the settings and pick the container of the image to remove it." }];
    expect(ask("How do I get rid of the crocodile?", pages).missing).toEqual(["crocodile"]);
    expect(ask("How do I remove the image with Zapper?", pages).answered).toBe(false);
  });

  it("is the answer when what is to be done stands nowhere near what it is done to", () => {
    const answer = ask("How do I change the password?", [
      {
        title: "Refused",
        text: "A file of settings usually holds passwords and keys.",
        score: 0.35,
      },
      { title: "Settings", text: "Changes are kept at once.", score: 0.2 },
    ]);
    expect(answer.answered).toBe(false);
  });

  it("is the answer when every one that is spoken of is a named other's, or it is done in passing", () => {
    const consoles = (text: string) =>
      ask("Is there a web console where I see all my relays?", [{ title: "Relays", text }])
        .answered;
    expect(consoles("The relays of a role can be deleted from the Harbour web console.")).toBe(
      false,
    );
    expect(consoles("All relays can be deleted from the web console.")).toBe(true);
    const revoking = (text: string) =>
      ask("How do I revoke a relay?", [{ title: "Relays", text }]).answered;
    expect(
      revoking("Create a user with sufficient rights to list and revoke relays of a zone."),
    ).toBe(false);
    expect(revoking("To revoke a relay, run `relay revoke`.")).toBe(true);
  });

  it("is the answer when words that describe are what holds the question together", () => {
    const pages = [
      { title: "Tokens", text: "To make an access token, print its letters.", score: 0.45 },
      { title: "Waiting", text: "Wait for the screen.", score: 0.2 },
      { title: "Lists", text: "Make a list." },
      { title: "Notes", text: "Make it short." },
    ];
    expect(ask("How do I get the letters of the screen bigger?", pages)).toMatchObject({
      answered: false,
      confidence: 0.25,
    });
  });

  it("is the answer when a message is quoted that stands nowhere, though its words do", () => {
    const page = {
      title: "Unplugged",
      text: "Settings says that it cannot be read, and nothing is answered from it; here a name is kept.",
      score: 0.5,
    };
    expect(ask('Why does it say "nothing here is named"?', [page]).answered).toBe(false);
    const said = { ...page, text: "It says nothing here is named, and then the word." };
    expect(ask('Why does it say "nothing here is named"?', [said]).answered).toBe(true);
    const label = { text: "At the lock the crane gives every barge its way.", score: 0.5 };
    expect(ask('What does the crane "give way" to at the lock?', [label]).answered).toBe(true);
  });

  it("is not the answer for code whose language only its fence names", () => {
    const answer = ask("How do I make a booking in JavaScript?", [
      {
        title: "Making a booking",
        text: 'A program sends the day and the boat:\n\n```js\nawait fetch("/bookings");\n```',
        score: 0.35,
      },
    ]);
    expect(answer.answered).toBe(true);
    expect(texts(answer)).toContain('await fetch("/bookings");');
  });

  it("is not the answer when the header of a table says what the row is about", () => {
    const answer = ask(
      "一级鲜叶的收购价是多少？",
      [
        {
          title: "采摘",
          text: "| 等级 | 鲜叶收购价（元/公斤） |\n| --- | --- |\n| 特级 | 160 |\n| 一级 | 96 |",
          score: 0.3,
        },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toContain("| 一级 | 96 |");
    expect(texts(answer)[0]).not.toContain("160");
  });

  it("is not the answer when the identifier only differs by an ending", () => {
    const page = { text: "`assetsInlineLimit` sets the limit of inlined assets." };
    expect(ask("assetInlineLimits", [page]).answered).toBe(true);
  });

  it("is not the answer because a quoted error message holds an unknown name", () => {
    const page = { text: "The module of worker events is not found when the path lacks it." };
    expect(ask("module 'worker.lost.events' not found", [page]).missing).not.toContain(
      "worker.lost.events",
    );
  });

  it("is the answer when nothing was found", () => {
    expect(ask("How do I add a folder?", [])).toMatchObject({ answered: false, confidence: 0 });
  });

  it("is the answer when there is nothing that could be quoted", () => {
    expect(ask("folder", [{ text: "# Folder" }]).answered).toBe(false);
  });
});

describe("what is asked and not said", () => {
  it("says nothing of a thing by name that stands in nothing it could quote", () => {
    const pages = [
      { text: "To move your boats to the yard, tow them to the slip and move them ashore." },
      { text: "Thanks for the paint go to Larkspur.", score: 0.05 },
    ];
    expect(ask("How do I move my boats to the yard?", pages).answered).toBe(true);
    expect(ask("How do I move my Larkspur boats to the yard?", pages).answered).toBe(false);
  });

  it("does not say whether a thing can be had that stands nowhere, but what everybody says may", () => {
    const pages = [{ title: "The crane of the yard", text: "The crane of the yard lifts a boat." }];
    expect(ask("Does the crane of the yard lift a tractor?", pages).answered).toBe(false);
    expect(ask("Does the crane of the yard lift a boat for somebody?", pages).answered).toBe(true);
  });

  it("does not miss a name that a quoted message has here and another elsewhere", () => {
    const text = "It is an error of the crane where `${key} is undefined` is said.";
    const other = { text: "The crane listens at CRANE_URL.", score: 0.05 };
    const question = 'Is "CRANE_URL is undefined" an error of the crane?';
    expect(texts(ask(question, [{ text, score: 0.6 }, other]))).toEqual([text]);
  });

  it("does not do with any copies what is asked of brotli-compressed ones", () => {
    const text = "The harbour plugin writes compressed copies of the output files.";
    const asked = (kind: string) => ask(`How do I write ${kind} copies?`, [{ text }]);
    expect(asked("compressed").answered).toBe(true);
    expect(asked("brotli-compressed")).toMatchObject({ answered: false, missing: ["brotli"] });
  });

  it("tells nobody how to do what nothing quoted speaks of", () => {
    const pages = [
      {
        text: "The board shows the crates and the slips that a crew holds in the yard.",
        score: 0.5,
      },
      { text: "Varnish is kept in the shed.", score: 0.05 },
    ];
    const question = "How do I varnish the planks of a crate before the crew hoists it to a slip?";
    expect(ask(question, pages).answered).toBe(false);
  });
});

it("counts all of the deed as lacking where what is quoted tells how to sign in and it is asked how to log out", () => {
  const text = "To sign in, paste the token into the box and press Enter.";
  const units = quotableUnits(text, 1);
  const quoted = [{ source: { citation: cite(1, text), units, rank: 0, foreign: false }, units }];
  const terms = ["sign", "open", "token"].map((term) => ({ term, passages: 3, weight: 1 / 3 }));
  const deed = (question: string) =>
    doingLacks(readQuestion(question, "en", terms, []), quoted).deed;
  expect(deed("How do I log out again when I opened it with a token?")).toBe(1);
  expect(deed("How do I sign in when I opened it with a token?")).toBe(0);
});
