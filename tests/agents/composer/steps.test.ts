import { describe, expect, it } from "vitest";
import { composeQuote } from "#lib/agents/composer/quote";
import { contentTerms } from "#lib/language/words";
import { cite } from "../../citations/sample.ts";
import { ask, texts } from "./ask-pages.ts";

describe("how something is done, and what helps", () => {
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

  it("do not come from the place that says how to do what is not to be done", () => {
    const answer = ask("How can I take one boat out of the list for a while without removing it?", [
      {
        text: "## How do I remove a boat?\n\nTo remove a boat, take **Remove** in the list.",
        score: 0.5,
      },
      {
        text: "## How do I rest a boat?\n\nTo rest one boat, take **Rest** in the list.",
        score: 0.45,
      },
    ]);
    expect(texts(answer)[0]).toContain("**Rest**");
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

  it("gives a command where a command is asked for, and its options only behind it", () => {
    const page = {
      title: "Crates",
      text: "The `Weight` column shows the crates that are loaded right now and how heavy they are.\n\nUse the `shed list` command to see what crates are loaded. `--all` shows the command the empty crates that are loaded right now too.",
    };
    const answer = ask("Which command shows the crates that are loaded right now?", [page]);
    expect(texts(answer)[0]).toContain("`shed list`");
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

  it("shows code where an example was asked for", () => {
    const answer = ask("Show me an example that opens the valve on start", [
      { text: "To open the valve on start is dangerous where the valve is old." },
      { text: "To open the valve:\n\n```yaml\nstart: open-valve\n```" },
    ]);
    expect(answer.claims.map((c) => c.kind).slice(0, 2)).toContain("code");
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

  it("finds the file that is asked for in the path it stands in", () => {
    const text = "To rig the mast, write this into `.boat/sail.json`:\n\n```json\n{ }\n```";
    const others = ["sail.json", "sail.json too", "the slip"].map((it) => ({
      ...{ text: `The shed has ${it}.`, score: 0.05 },
    }));
    const answer = ask("Can I rig the mast with sail.json?", [{ text, score: 0.6 }, ...others]);
    expect(texts(answer)[0]).toContain(".boat/sail.json");
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

  it("goes on from a message that the question quotes to what the section has one write", () => {
    const answer = ask('The hoist fails with "Sling limits are unknown here". How do I fix it?', [
      {
        title: "Hoist",
        path: "hoist.md",
        line: 30,
        text: "Without a sling table you may see this:\n\n> Sling limits are unknown here",
      },
      {
        title: "Hoist",
        path: "hoist.md",
        line: 10,
        text: "Name the table of the hoist in its settings:\n\n```toml\nsling.table = 'heavy'\n```",
        score: 0.1,
      },
    ]);
    expect(texts(answer).join("\n")).toContain("Sling limits are unknown here");
    expect(texts(answer).join("\n")).toContain("sling.table = 'heavy'");
  });

  it("takes the names of demos for no example", () => {
    const demos = ["Hoist without brake", "Hoist with a lamp", "Hoist at night"];
    const answer = ask("How do I run the hoist without its brake? Show me code", [
      {
        title: "Hoist",
        text: demos.map((name, i) => `<code src="./demo-${i}.tsx">${name}</code>`).join("\n"),
      },
      { title: "Lamp", text: "The lamp hangs above the quay." },
    ]);
    expect(texts(answer).filter((text) => demos.includes(text))).toEqual([]);
  });
});
