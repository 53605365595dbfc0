import { describe, expect, it } from "vitest";
import { type Composition, composeQuote } from "#lib/agents/composer/quote";
import { judgeClaims } from "#lib/citations/gate";
import type { Lang } from "#lib/contracts/answer";
import type { QueryTerm } from "#lib/contracts/envelope";
import { contentTerms, tokenize } from "#lib/platform/words";
import { cite, verified } from "../citations/sample.ts";

type Page = { text: string; title?: string; score?: number; line?: number; file?: number };

/** What the docs server would hand over for these passages: words with their weights, passages best first. */
function ask(question: string, pages: Page[], lang: Lang = "en"): Composition {
  const held = pages.map((p) => new Set(contentTerms(`${p.title ?? ""}\n${p.text}`)));
  const tokens = tokenize(question).filter((t) => !t.stop && t.kind !== "han_single");
  const known = (term: string) => held.filter((h) => h.has(term)).length;
  // As the index does: an identifier that stands nowhere is searched by its pieces.
  const words = tokens.filter((t) => {
    const split = tokens.some((o) => o !== t && o.start >= t.start && o.end <= t.end);
    return !(split && known(t.term) === 0);
  });
  const counts = [...new Set(words.map((t) => t.term))].map((term) => ({
    term,
    passages: known(term),
  }));
  const weights = counts.map((c) => Math.log(1 + (20 - c.passages) / (c.passages + 0.5)));
  const all = weights.reduce((a, b) => a + b, 0);
  const terms: QueryTerm[] = counts.map((c, i) => ({ ...c, weight: (weights[i] ?? 0) / all }));
  const citations = pages.map((page, i) => {
    const known = terms.filter((t) => held[i]?.has(t.term)).reduce((a, t) => a + t.weight, 0);
    return {
      ...cite(i + 1, page.text, page.line ?? 10, page.score ?? 0.75 * known),
      ...(page.file === undefined ? {} : { relative_path: `page-${page.file}.md` }),
      title: page.title ?? `Page ${i + 1}`,
    };
  });
  const passages = pages.map((p, i) => ({ citation_id: i + 1, text: p.text, kind: "prose" }));
  const composition = composeQuote({ question, lang, citations, passages, terms });
  const gate = judgeClaims({
    claims: composition.claims,
    citations,
    verifications: new Map(pages.map((p, i) => [i + 1, verified(p.text)])),
    policy: "require_citations",
  });
  expect(gate.withheld).toEqual([]);
  expect(gate.passed.every((c) => c.support === "verbatim")).toBe(true);
  return composition;
}
const texts = (c: Composition): string[] => c.claims.map((claim) => claim.text);

describe("an answer in the documents' own words", () => {
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

  it("does not leave half of a rule to be read as a yes", () => {
    const text =
      "## Guests\n\nYou can also say whether your yard allows that guests bring:\n\n- Cookies and other papers.\n- Still days, or all days with the sign.\n\n```js\nyard({ days: ['*'] })\n```\n\nThe days are given as a list. None of them can be a star, which stands for all, if `allow_guests` is set.";
    const answer = ask("Can I allow all days with a star and still let guests bring cookies?", [
      { text },
    ]);
    expect(texts(answer).at(-1)).toContain("None of them can be a star");
  });

  it.each(["Resolution", "What to do"])(
    "brings the remedy of the page with the symptoms that the question repeats: %s",
    (heading) => {
      const question = "A lift stops with CraneError: rope is not a chain. How do I fix that?";
      const symptoms =
        "You may see one of these messages:\n\n```\nCraneError: rope is not a chain\n```";
      const cure = "- Take a newer rope.\n- Or paint the old one.";
      const cited = [
        {
          ...cite(1, symptoms, 10, 0.6),
          relative_path: "lifts.md",
          breadcrumb: ["Lifts", "Symptoms"],
        },
        { ...cite(2, cure, 30, 0.2), relative_path: "lifts.md", breadcrumb: ["Lifts", heading] },
      ];
      const composed = composeQuote({
        ...{ question, lang: "en", citations: cited },
        passages: [symptoms, cure].map((text, i) => ({ citation_id: i + 1, text, kind: "prose" })),
        terms: contentTerms(question).map((term) => ({ term, passages: 1, weight: 0.1 })),
      });
      expect(texts(composed).at(-2)).toBe("Take a newer rope.");
    },
  );

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

  it("gives the code under the sentence that announces it for “how do I”", () => {
    const answer = ask("How do I start the server on another port?", [
      {
        title: "Starting",
        text: "The server is small.\n\nTo start the server on another port, run:\n\n```sh\nPORT=4000 npm start\n```\n\nIt prints the address.",
      },
    ]);
    expect(texts(answer).slice(0, 2)).toEqual([
      "To start the server on another port, run:",
      "PORT=4000 npm start",
    ]);
    expect(answer.claims[1]).toMatchObject({ kind: "code", info: "sh" });
  });

  it("keeps a numbered procedure whole and in order, whichever step has the words", () => {
    const answer = ask("How do I add a folder?", [
      {
        title: "Folders",
        text: "You need the right to read it.\n\n1. Open Settings.\n2. Press **Add folder** and type the path of the folder.\n3. Wait until it says ready.",
      },
    ]);
    const steps = answer.claims.filter((c) => c.kind === "step");
    expect(steps.map((c) => c.info)).toEqual(["1", "2", "3"]);
  });

  it("keeps Chinese steps whole and in order", () => {
    const answer = ask(
      "怎么添加文件夹？",
      [
        {
          title: "文件夹",
          text: "1. 打开设置。\n2. 点击“添加文件夹”并输入路径。\n3. 等待状态变为就绪。",
        },
      ],
      "zh-CN",
    );
    expect(answer.claims.map((c) => c.info)).toEqual(["1", "2", "3"]);
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

  it("answers a yes-or-no question with the sentence that says so", () => {
    const answer = ask("Does Docent write to my files?", [
      { text: "Files are yours. Docent never writes to your files. It reads them." },
    ]);
    expect(texts(answer)[0]).toBe("Docent never writes to your files.");
  });

  it("prefers the sentence with a number for “how many” and with a date for “when”", () => {
    const page = {
      title: "Bridge",
      text: "The bridge was opened by the mayor. The bridge was opened in 1937 after long work. The bridge has six lanes.",
    };
    expect(texts(ask("When was the bridge opened?", [page]))[0]).toContain("1937");
    expect(texts(ask("How many lanes does the bridge have?", [page]))[0]).toContain("six lanes");
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

  it("gives cause and cure with an error message, not the message alone", () => {
    const answer = ask("The build fails with error: command 'gcc' failed", [
      {
        title: "Build failures",
        text: "## Missing compiler\n\nThe build fails with an error:\n\n```\nerror: command 'gcc' failed\n```\n\nInstall the compiler with `apt install gcc`.",
      },
    ]);
    expect(texts(answer)).toContain("error: command 'gcc' failed");
    expect(texts(answer)).toContain("Install the compiler with `apt install gcc`.");
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

  it("never puts the second sentence of an item before the head of its item", () => {
    const answer = ask("What command removes the crates that nobody needs any longer?", [
      {
        title: "Clearing the shed",
        text: `There are two ways:\n\n- \`shed clean\` removes every crate.\n- \`shed prune\` removes idle crates from the shed. For example, there may be crates of an earlier season that nobody needs any longer and that can be removed. ${"The shed keeps its shelves as they are. ".repeat(6)}`,
      },
    ]);
    expect(texts(answer)[0]).toBe("`shed prune` removes idle crates from the shed.");
    expect(texts(answer)[1]).toContain("an earlier season");
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

  it("gives a command where a command is asked for, and its options only behind it", () => {
    const page = {
      title: "Crates",
      text: "The `Weight` column shows the crates that are loaded right now and how heavy they are.\n\nUse the `shed list` command to see what crates are loaded. `--all` shows the command the empty crates that are loaded right now too.",
    };
    const answer = ask("Which command shows the crates that are loaded right now?", [page]);
    expect(texts(answer)[0]).toContain("`shed list`");
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

  it("tells somebody in trouble the cure, not the commands that bring the error about", () => {
    const answer = ask('shed fails with "shed: no room for crates", how do I get it to work?', [
      {
        title: "Room",
        text: "The limit can be reached with a loop:\n\n```sh\n# fill the shed\n$ while true; do shed put crate; done\nError: shed: no room for crates\n```\n\nTaking out old crates makes room:\n\n```sh\nshed take --old\n```",
      },
    ]);
    expect(texts(answer)).toEqual(["Taking out old crates makes room:", "shed take --old"]);
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

  it("says what “this setting” sets before it names the setting", () => {
    const answer = ask("哪个设置让棚子不收木箱？", [
      {
        title: "棚子",
        text: "点暂停，棚子就不收木箱。在设置文件里，让棚子不收木箱的这个设置是 `paused`。",
      },
    ]);
    expect(texts(answer)[0]).toContain("点暂停");
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

  it("of two headings takes the one that says what the question says, to the letter", () => {
    const answer = ask("How do I delete all letters?", [
      { text: "# How do I delete a letter?\n\nTo delete a letter, choose **Delete**." },
      {
        text: "# How do I delete all letters?\n\nTo delete all letters, send `DELETE /letters` to the server, as with `curl -X DELETE http://127.0.0.1/letters`.",
      },
    ]);
    expect(texts(answer)[0]).toContain("DELETE /letters");
  });

  it("says nothing of a thing by name that stands in nothing it could quote", () => {
    const pages = [
      { text: "To move your boats to the yard, tow them to the slip and move them ashore." },
      { text: "Thanks for the paint go to Larkspur.", score: 0.05 },
    ];
    expect(ask("How do I move my boats to the yard?", pages).answered).toBe(true);
    expect(ask("How do I move my Larkspur boats to the yard?", pages).answered).toBe(false);
  });

  it("goes from a message to its cure, though the cure is another passage of the section", () => {
    const lead =
      "If the build stops, it says:\n\n```\nerror: pump 'gale' failed: no such valve\n```";
    const cure = "Then the valve is missing. Fit it with:\n\n```sh\nfit valve\n```";
    const answer = ask("The build stops with error: pump 'gale' failed: no such valve", [
      { title: "Pumps", text: lead },
      { title: "Pumps", text: "Gale pumps fail when no valve is built in such a pump." },
      { title: "Pumps", text: cure, line: 17, file: 1 },
    ]);
    expect(texts(answer).slice(1, 5).join(" ")).toContain("fit valve");
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

  it("is not kept from an answer by the words that only ask for it", () => {
    const text = "没有任何内容会离开电脑，也不会上传到网上：Docent 只在本机回答。";
    const pages = [
      { title: "有内容会离开我的电脑吗？", text },
      { title: "许可", text: "无。" },
    ];
    expect(ask("Docent 会不会把内容上传到网上？", pages, "zh-CN").answered).toBe(true);
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

  it("takes no “Yes.” along that answers another question", () => {
    const page = { text: "# Can pumps be locked?\n\nYes. A pump has at most four users a day." };
    expect(texts(ask("How many users has a pump?", [page]))).toEqual([
      "A pump has at most four users a day.",
    ]);
    expect(texts(ask("Can a pump have four users?", [page]))[0]).toBe("Yes.");
  });

  it("shows code where an example was asked for", () => {
    const answer = ask("Show me an example that opens the valve on start", [
      { text: "To open the valve on start is dangerous where the valve is old." },
      { text: "To open the valve:\n\n```yaml\nstart: open-valve\n```" },
    ]);
    expect(answer.claims.map((c) => c.kind).slice(0, 2)).toContain("code");
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

  it("shows the second file of an example, though another passage holds it", () => {
    const first =
      "To answer every caller when the gate is shut, add a last gate. It looks like this:\n\n```yaml\ninclude: gates.yaml\n```";
    const answer = ask("How do I answer every caller when the gate is shut?", [
      { title: "Gates", text: first },
      { title: "Gates", text: "```yaml\nlast_gate: true\n```", line: 16, file: 1 },
    ]);
    expect(texts(answer).join("\n")).toContain("last_gate: true");
  });

  it("goes on with what the section says next, whole blocks of it", () => {
    const answer = ask("What can I do when the hoist says “slip is taken”?", [
      {
        title: "The hoist",
        text: "The hoist says “slip is taken” when another boat is booked.\n\nFree the slip first:\n\n```\nslip free 4\n```\n\nThen lift again.\n\n## Winter\n\nThe hoist rests.",
      },
    ]);
    expect(texts(answer)).toEqual([
      "The hoist says “slip is taken” when another boat is booked.",
      "Free the slip first:",
      "slip free 4",
      "Then lift again.",
    ]);
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

  it("does not say whether a thing can be had that stands nowhere, but what everybody says may", () => {
    const pages = [{ title: "The crane of the yard", text: "The crane of the yard lifts a boat." }];
    expect(ask("Does the crane of the yard lift a tractor?", pages).answered).toBe(false);
    expect(ask("Does the crane of the yard lift a boat for somebody?", pages).answered).toBe(true);
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

  it("finds the file that is asked for in the path it stands in", () => {
    const text = "To rig the mast, write this into `.boat/sail.json`:\n\n```json\n{ }\n```";
    const others = ["sail.json", "sail.json too", "the slip"].map((it) => ({
      ...{ text: `The shed has ${it}.`, score: 0.05 },
    }));
    const answer = ask("Can I rig the mast with sail.json?", [{ text, score: 0.6 }, ...others]);
    expect(texts(answer)[0]).toContain(".boat/sail.json");
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

  it("shows what is to be typed before a sentence about the opposite", () => {
    const answer = ask("How do I install the rota with pipx?", [
      { title: "Removing", text: "`pipx uninstall rota` undoes what you install." },
      { title: "Installing", text: "```sh\npipx install rota\n```" },
    ]);
    expect(texts(answer)[0]).toBe("pipx install rota");
  });

  it("does not end with a sentence that promises what is not there", () => {
    const answer = ask("How do I restart the server?", [
      { title: "Server", text: "The server can be restarted. To restart the server, run:" },
      { title: "Restart", text: "Restart the server with `npm run restart`." },
    ]);
    expect(texts(answer).some((t) => t.endsWith(":"))).toBe(false);
  });

  it("prefers the passage in the language of the question", () => {
    const english = { text: "`PORT` sets the port of the server. 端口 PORT 端口", score: 0.7 };
    const chinese = { text: "环境变量 `PORT` 设置服务器的端口。", score: 0.6 };
    expect(texts(ask("PORT 端口是什么？", [english, chinese], "zh-CN"))[0]).toBe(chinese.text);
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

  it("is the answer when an amount is there and nothing of what it is asked for", () => {
    const answer = ask(
      "单张图片最大可以多大？",
      [{ title: "文件夹", text: "单个文件最大 8 MiB，这是文件大小的上限。", score: 0.3 }],
      "zh-CN",
    );
    expect(answer.answered).toBe(false);
  });

  it("is the answer when a port, a flag or a version is asked for and none is there", () => {
    const page = { title: "Relay backup", text: "The backup of the relay is kept for 30 days." };
    expect(ask("Which port does the relay backup use?", [page]).answered).toBe(false);
    const told = { ...page, text: `${page.text} The relay backup uses port 8443.` };
    expect(texts(ask("Which port does the relay backup use?", [told]))[0]).toContain("8443");
    expect(ask("Which flag keeps the relay backup?", [page]).answered).toBe(false);
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
    expect(ask("How do I make the letters of the screen bigger?", pages)).toMatchObject({
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
});
