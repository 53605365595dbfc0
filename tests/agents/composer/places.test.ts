import { describe, expect, it } from "vitest";
import { readSources } from "#lib/agents/composer/candidates";
import { cite } from "../../citations/sample.ts";
import { ask, texts } from "./ask-pages.ts";

describe("what is quoted and how much of it", () => {
  it("shows no item without the lead that denies it, and none from under a heading that does", () => {
    const never = "Tokens are made in Settings. Never:\n\n- Store the token in the project file.";
    const answer = ask("Can I store the token in the project file?", [{ text: never }]);
    expect(texts(answer).slice(0, 2)).toEqual(["Never:", "Store the token in the project file."]);

    const lists = [
      "## Unsupported\n\n- Tokens stored in the project file.\n- Pipes.",
      "## Supported\n\n- Tokens stored in the vault.",
    ];
    const stored = ask("Are tokens stored in the project file?", [{ text: lists.join("\n\n") }]);
    expect(texts(stored)).not.toContain("Tokens stored in the project file.");
    const asked = ask("What is unsupported?", [{ text: lists.join("\n\n") }]);
    expect(texts(asked)).toContain("Tokens stored in the project file.");
  });

  it("does not leave half of a rule to be read as a yes", () => {
    const text =
      "## Guests\n\nYou can also say whether your yard allows that guests bring:\n\n- Cookies and other papers.\n- Still days, or all days with the sign.\n\n```js\nyard({ days: ['*'] })\n```\n\nThe days are given as a list. None of them can be a star, which stands for all, if `allow_guests` is set.";
    const answer = ask("Can I allow all days with a star and still let guests bring cookies?", [
      { text },
    ]);
    expect(texts(answer).at(-1)).toContain("None of them can be a star");
  });

  it("answers a yes-or-no question with the sentence that says so", () => {
    const answer = ask("Does Docent write to my files?", [
      { text: "Files are yours. Docent never writes to your files. It reads them." },
    ]);
    expect(texts(answer)[0]).toBe("Docent never writes to your files.");
  });

  it("puts “No.” before the sentence it opens", () => {
    const answer = ask("Does Docent change my files?", [
      { title: "Folders", text: "No. No part of Docent writes, changes or deletes files." },
    ]);
    expect(texts(answer)).toEqual(["No.", "No part of Docent writes, changes or deletes files."]);
  });

  it("puts the reason before “therefore”", () => {
    const answer = ask("Why is the lock file removed?", [
      {
        title: "Locks",
        text: "A crash leaves it behind. Therefore the lock file is removed at the start.",
      },
    ]);
    expect(texts(answer)).toEqual([
      "A crash leaves it behind.",
      "Therefore the lock file is removed at the start.",
    ]);
  });

  it("quotes the section whose heading asks the question from its first words", () => {
    const answer = ask("How do I stop the server?", [
      {
        title: "Server",
        text: "## How do I stop the server?\n\nPress Ctrl+C in the terminal. It ends within a second.\n\n## Logs\n\nThe server logs when you stop the server.",
      },
    ]);
    expect(texts(answer)[0]).toBe("Press Ctrl+C in the terminal.");
  });

  it("says what “this setting” sets before it names the setting", () => {
    const answer = ask("哪个设置让棚子不收木箱？", [
      {
        title: "棚子",
        text: "点暂停，棚子就不收木箱。在设置文件里，让棚子不收木箱的这个设置是 `paused`。",
      },
    ]);
    expect(texts(answer)[0]).toContain("点暂停");
  });

  it("of two headings takes the one that says what the question says, to the letter", () => {
    const answer = ask("How do I delete all letters?", [
      { text: "# How do I delete a letter?\n\nTo delete a letter, choose **Delete**." },
      {
        text: "# How do I delete all letters?\n\nTo delete all letters, send `DELETE /letters` to the server, as with `curl -X DELETE http://127.0.0.1/letters`.",
      },
    ]);
    expect(texts(answer)[0]).toContain("DELETE /letters");
  });

  it("is not kept from an answer by the words that only ask for it", () => {
    const text = "没有任何内容会离开电脑，也不会上传到网上：Docent 只在本机回答。";
    const pages = [
      { title: "有内容会离开我的电脑吗？", text },
      { title: "许可", text: "无。" },
    ];
    expect(ask("Docent 会不会把内容上传到网上？", pages, "zh-CN").answered).toBe(true);
  });

  it("quotes a sentence with the one that it speaks of, though the two are long", () => {
    const before =
      "An optional object can be passed as a second argument to control further how the harbour request is made and which of its many fields are read at all.";
    const told =
      "This is useful if you want to leave out the body of the request (by default `false`) or hand the allowed domains of the harbour over to the request that is made.";
    const question = "What is useful if you want to leave out the body of the request?";
    expect(texts(ask(question, [{ text: `${before} ${told}` }]))).toEqual([before, told]);
    const text =
      "程序会判断文件里有没有答案。输出里的 confidence 是这个判断的依据，取值在 0 到 1 之间。";
    const [first] = texts(ask("输出里的 confidence 取值在哪两个数之间？", [{ text }], "zh-CN"));
    expect(first).toMatch(/^程序会判断/);
  });

  it("begins a short paragraph where a sentence points back to its beginning", () => {
    const text =
      "Only one crew may hold the slip, and the board names it. Ask that crew, or take another slip. If this crew left the slip without a word, wipe the board.";
    const answer = ask("How do I wipe the board of a crew that left the slip?", [{ text }]);
    expect(texts(answer).join(" ")).toBe(text);
  });

  it("adds nothing of another page that opens with what stands before it there", () => {
    const answer = ask("Can I run two pumps on one line?", [
      { text: "It is not possible to run two pumps on one line, because they share a valve." },
      { text: "Pumps are light. For this reason, crews can run two pumps at a time." },
    ]);
    expect(texts(answer)).toHaveLength(1);
  });

  it("takes a word with a capital for the name that the documents write with one", () => {
    const answer = ask("what about Word documents?", [
      { text: "Use the words that your documents use.", score: 0.6 },
      { text: "It does not read PDF or Word documents.", score: 0.5 },
    ]);
    expect(texts(answer)[0]).toBe("It does not read PDF or Word documents.");
  });

  it("keeps to the label in quotation marks, which another heading has not", () => {
    const answer = ask("What does “closed” mean?", [
      {
        title: "States",
        text: "## What does “open” mean?\n\nIt means that the state can change.",
        score: 0.6,
      },
      {
        title: "States",
        text: "## Closed states\n\nA closed state means that nothing changes.",
        score: 0.6,
      },
    ]);
    expect(texts(answer)[0]).toBe("A closed state means that nothing changes.");
  });

  it("says what a command does before it shows one", () => {
    const text =
      "`yard sell NAME` takes it off the list and tells its owner.\n\n| Option | Meaning |\n| --- | --- |\n| `--quiet` | Tells nobody. |\n\nExample:\n\n```sh\nyard sell boat-gull\n```";
    const answer = ask("How do I sell a boat?", [{ text: `## yard sell\n\n${text}` }]);
    expect(texts(answer)).toEqual([
      "`yard sell NAME` takes it off the list and tells its owner.",
      "Example:",
      "yard sell boat-gull",
    ]);
  });

  it("takes no “Yes.” along that answers another question", () => {
    const page = { text: "# Can pumps be locked?\n\nYes. A pump has at most four users a day." };
    expect(texts(ask("How many users has a pump?", [page]))).toEqual([
      "A pump has at most four users a day.",
    ]);
    expect(texts(ask("Can a pump have four users?", [page]))).toEqual([
      "A pump has at most four users a day.",
    ]);
    expect(texts(ask("Can pumps be locked?", [page]))[0]).toBe("Yes.");
  });

  it("quotes nothing of another section after the answer, however many words they share", () => {
    const answer = ask("How long is a boat kept on the hoist when the crew is late?", [
      {
        title: "The hoist",
        text: "When the crew is late, a boat is kept on the hoist for two hours.\n\n## Fees\n\nA default of 1440 minutes is kept for the crew of a boat on the hoist, paid by the hour.",
        score: 0.7,
      },
      { title: "Tanks", text: "A crew that is late may empty the hoist after a day.", score: 0.65 },
    ]);
    expect(texts(answer)).toEqual([
      "When the crew is late, a boat is kept on the hoist for two hours.",
    ]);
  });

  it("quotes a fact that opens with “it” from the sentence that says what it is", () => {
    const answer = ask("When does the hoist wait for the tide?", [
      {
        title: "Files",
        text: "The hoist of the yard has a keeper. It waits for the tide from May 3 on.",
      },
      { title: "Names", text: "A name is short." },
    ]);
    expect(texts(answer).join(" ")).toBe(
      "The hoist of the yard has a keeper. It waits for the tide from May 3 on.",
    );
  });

  it("puts the rule before its exception, as the page does", () => {
    const text =
      "One crew at a time holds the slip, and the board names it. Ask that crew, or take another slip. If the slip is held by a crew that left, wipe the board.";
    const answer = ask("The slip is held by another crew, what do I do?", [
      { title: "Slips", text },
      { title: "Boards", text: "The board cannot be used. Move it to another place." },
    ]);
    expect(texts(answer).join(" ")).toBe(text);
  });

  it("prefers the passage in the language of the question", () => {
    const english = { text: "`PORT` sets the port of the server. 端口 PORT 端口", score: 0.7 };
    const chinese = { text: "环境变量 `PORT` 设置服务器的端口。", score: 0.6 };
    expect(texts(ask("PORT 端口是什么？", [english, chinese], "zh-CN"))[0]).toBe(chinese.text);
  });

  it("takes no example for the default that is asked for", () => {
    const example =
      "Import the memory cache of the harbour:\n\n```js\nexport default harbour({ cache: memory({ entries: 500 }) });\n```";
    const answer = ask("How many entries does the memory cache of the harbour keep by default?", [
      { title: "Memory cache of the harbour", text: example },
      {
        title: "Entries of the cache",
        text: "**Default:** `1000`\n\nThe number of entries to keep in memory.",
      },
    ]);
    expect(texts(answer).join("\n")).not.toContain("500");
  });

  it("does not quote a second source that only repeats the first", () => {
    const text = "Docent listens on port 3000 by default.";
    const answer = ask("Which port does Docent listen on by default?", [{ text }, { text }]);
    expect(texts(answer)).toEqual([text]);
  });

  it("stays short", () => {
    const long = Array.from(
      { length: 60 },
      (_, i) => `The server logs line number ${i} of its log.`,
    );
    const answer = ask("What does the server log?", [{ text: long.join(" ") }]);
    expect(texts(answer).join("\n").length).toBeLessThan(900);
  });
});

describe("a unit longer than anyone reads", () => {
  const long = `The keeper of Grimsby, ${"as was said before, ".repeat(120)}is called Quimby.`;
  it("is never quoted, neither as the answer", () => {
    const answer = ask("Who is the keeper of Grimsby?", [
      { text: `${long} The keeper of Grimsby is Quimby.` },
    ]);
    expect(texts(answer)).toEqual(["The keeper of Grimsby is Quimby."]);
  });

  it("nor as what belongs to it", () => {
    const code = Array.from({ length: 300 }, (_, i) => `option ${i}`).join("\n");
    const answer = ask("How do I start the Grimsby server?", [
      { text: `To start the Grimsby server, run it.\n\n\`\`\`sh\n${code}\n\`\`\`` },
    ]);
    expect(texts(answer)).toEqual(["To start the Grimsby server, run it."]);
  });

  it("is no answer when there is nothing else", () => {
    expect(ask("Who is the keeper of Grimsby?", [{ text: long }]).claims).toEqual([]);
  });

  it("takes the section whose heading asks the same in fewer words, and no message that only holds the words", () => {
    const answer = ask(
      "怎么把 Docent 更新到最新的版本？",
      [
        {
          title: "Docent 说数据库已损坏，或由更新的版本写入",
          text: "数据库无法使用。把它移到别处，就会从空数据库开始；也可以启动更新的版本。",
          score: 0.5,
        },
        { text: "## 怎么更新 Docent？\n\n要更新 Docent，请运行 `git pull`。", score: 0.35 },
      ],
      "zh-CN",
    );
    expect(texts(answer)[0]).toContain("git pull");
  });

  it("takes a Chinese sentence full of commands for Chinese, and English commands for English", () => {
    const isForeign = (title: string, text: string) => {
      const citation = { ...cite(1, text), title, breadcrumb: [title] };
      const passage = { citation_id: 1, text, kind: "prose" };
      return readSources([citation], [passage], "zh-CN")[0]?.foreign;
    };
    const remedy =
      "单独安装 **lamp install oil-can --unsafe-oil**, then **lamp install again now**";
    expect(isForeign("灯塔提示 ELAMP: oil missing", remedy)).toBe(false);
    expect(isForeign("灯", remedy.replace("单独安装", "Run"))).toBe(true);
  });
});
