import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SubAgent } from "#lib/agents/sub-agent";
import { asQuestion } from "#lib/contracts/question";
import { ModelFailure } from "#lib/models/failure";
import type { Model } from "#lib/models/model";
import { numberOf, type Speech, speakingModel } from "../agents/model/speaking-model.ts";
import { startFlow } from "./flow-setup.ts";

/** The whole way of a question in model mode over the real docs server; only the model is scripted. */
const files = {
  "server.md":
    "# Tidewater server\n\nThe Tidewater server listens on port 4180. A request ends after 30 seconds. It keeps 14 daily backups in the folder `/srv/larder`.\n\nTo start it, run:\n\n```bash\ncd tidewater\nnpm run serve\n```\n",
  "kitchen.md": "# Kitchen\n\nThe kitchen budget is 9,500 euros. Ada Marsh signs every bill.\n",
  "潮汐.md": "# 潮汐服务器\n\n潮汐服务器在端口 4180 上监听。请求在 30 秒后结束。\n",
};
type Script = Parameters<typeof speakingModel>[0];
let script: Script;
let heard: ReturnType<typeof speakingModel>["heard"];
const model: Model = {
  reply: (asked) => {
    const speaking = speakingModel((told) => script({ ...told, turn: heard.length + 1 }));
    const replied = speaking.model.reply(asked);
    heard.push(...speaking.heard);
    return replied;
  },
};
let flow: Awaited<ReturnType<typeof startFlow>>;
beforeAll(async () => {
  flow = await startFlow({ files, model });
  await flow.ready();
});
afterAll(() => flow.close());
beforeEach(() => {
  flow.forget();
  heard = [];
});

const port = "Which port does the Tidewater server listen on?";
async function ask(say: Script | Speech, question = port) {
  script = typeof say === "function" ? say : () => say;
  return flow.ask(question, { mode: "model" });
}

describe("an answer in model mode", () => {
  it("is the model's sentences with their sources, told while it writes", async () => {
    const { answer, events } = await ask(({ task }) => {
      const n = numberOf(task, "port 4180");
      return {
        text: `The Tidewater server listens on port 4180 [${n}]. A request ends after 30 seconds [${n}].`,
      };
    });
    expect(answer).toMatchObject({ status: "answered", mode: "model", gaps: [], notices: [] });
    expect(answer.claims.map(({ text, citations }) => [text, citations])).toEqual([
      ["The Tidewater server listens on port 4180.", [1]],
      ["A request ends after 30 seconds.", [1]],
    ]);
    expect(answer.citations.map(({ relative_path }) => relative_path)).toEqual(["server.md"]);
    expect(answer.markdown).toContain("port 4180 [1].");
    const told = events.filter(({ kind }) => kind === "claim" || kind === "citation");
    expect(told.map(({ kind }) => kind)).toEqual(["citation", "claim", "claim"]);
    expect(told.flatMap((event) => (event.kind === "claim" ? [event.data] : []))).toEqual(
      answer.claims,
    );
    expect(answer.metrics).toMatchObject({
      tokens: 30,
      model: { name: "scripted", turns: 1, input_tokens: 20, cached_tokens: 8, rewritten: 0 },
    });
    const row = flow.spans.find(({ kind }) => kind === "model");
    expect(row).toMatchObject({ status: "ok", attributes: { input: 20, cached: 8, output: 10 } });
  });

  it("tells as a gap what the model finds unanswered, and shows its line nowhere else", async () => {
    const { answer } = await ask(({ task }) => ({
      text: `The Tidewater server listens on port 4180 [${numberOf(task, "port 4180")}].\n\nMISSING: the port the server listens on at night`,
    }));
    expect(answer).toMatchObject({ status: "partial", outcome: "sure" });
    expect(answer.gaps).toMatchObject([
      { cause: "no_hit", message: expect.stringContaining("listens on at night") },
    ]);
    expect(answer.claims).toHaveLength(1);
    expect(answer.markdown).not.toContain("MISSING");
    expect(heard).toHaveLength(1); // nothing to be mended
  });

  it("shows the first sentence before the model has written the second", async () => {
    const shown: number[] = [];
    const told: string[] = [];
    script = ({ task }) => {
      const n = numberOf(task, "port 4180");
      return {
        text: [
          `The Tidewater server listens on port 4180 [${n}]. A request ends `,
          "after 30 seconds.",
        ],
      };
    };
    const { events } = await flow.ask(port, { mode: "model" });
    for (const event of events) if (event.kind === "claim") told.push(event.data.text);
    expect(told[0]).toBe("The Tidewater server listens on port 4180.");
    expect(shown).toEqual([]);
  });

  it("withholds what the lines do not say, asks once for it in other words, and tells what stays withheld", async () => {
    const { answer } = await ask(({ said, task }) => {
      const first = !said.includes("S1: ");
      const n = first ? numberOf(task, "port 4180") : 1;
      return first
        ? {
            text: `The Tidewater server listens on port 4181 [${n}]. It was built by cats on the moon [${n}]. A request ends after 30 seconds.`,
          }
        : {
            text: `S1: The Tidewater server listens on port 4180 [${n}].\nS2: It was built by dogs on the moon [${n}].\nS3: A request ends after 30 seconds [${n}].`,
          };
    });
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater server listens on port 4180.",
      "A request ends after 30 seconds.",
    ]);
    expect(answer.status).toBe("partial");
    expect(answer.gaps.map(({ cause }) => cause)).toEqual(["unsupported"]);
    expect(JSON.stringify(answer)).not.toContain("moon");
    expect(heard.length).toBe(2);
    const again = JSON.stringify(heard[1]?.turns.at(-1));
    const line = "The Tidewater server listens on port 4180.";
    expect(again).toMatch(
      new RegExp(
        `S1: .{30,200}<<.{30,80}${line}.{1,40}>>.{1,4}S2: .{20,180}S3: .{20,60}names no lines`,
      ),
    );
    expect(answer.metrics).toMatchObject({ model: { rewritten: 3 }, withheld: { unsupported: 1 } });
  });

  it("shows a sentence in words of its own with the lines that it rests on, as they stand in the file", async () => {
    const { answer, events } = await ask(({ task }) => {
      const n = numberOf(task, "port 4180");
      return {
        text: `Give a request thirty seconds and the server ends whatever was asked of it [${n} "A request ends after 30 seconds"].`,
      };
    });
    expect(answer.claims).toMatchObject([
      {
        support: "own_words",
        rests_on: [{ citation: 1, line_start: 3, text: "A request ends after 30 seconds." }],
      },
    ]);
    expect(events.flatMap((event) => (event.kind === "claim" ? [event.data] : []))).toEqual(
      answer.claims,
    );
    expect(answer.markdown).not.toContain("> A request ends");
  });

  it("takes back without a word what the model leaves out when it is asked again", async () => {
    const { answer } = await ask(({ said, task }) =>
      !said.includes("S1: ")
        ? {
            text: `The Tidewater server listens on port 4180 [${numberOf(task, "4180")}]. It is loved by all.`,
          }
        : { text: "S1: -" },
    );
    expect(answer).toMatchObject({ status: "answered", gaps: [] });
    expect(answer.claims.length).toBe(1);
  });

  it("shows code as the lines of the document and as nothing else", async () => {
    const write =
      (code: string) =>
      ({ turn, task }: { turn: number; task: string }) =>
        turn === 1
          ? {
              text: `To start it, run:\n\n\`\`\`\n${code}\n\`\`\`\n[${numberOf(task, "npm run serve")}]`,
            }
          : { text: "S1: -" };
    const { answer } = await ask(write("npm run serve"), "How do I start the Tidewater server?");
    expect(answer.claims).toMatchObject([
      { kind: "sentence", text: "To start it, run:" },
      { kind: "code", text: "npm run serve", support: "verbatim", info: "bash" },
    ]);
    const other = await ask(
      write("npm run serve && rm -rf ~"),
      "How do I start the Tidewater server?",
    );
    expect(JSON.stringify(other.answer.claims)).not.toContain("rm -rf");
  });

  it("is in the question's language, over documents in it", async () => {
    const { answer } = await ask(
      ({ task }) => ({ text: `潮汐服务器在端口 4180 上监听[${numberOf(task, "4180")}]。` }),
      "潮汐服务器在哪个端口监听？",
    );
    expect(answer).toMatchObject({ status: "answered", lang: "zh-CN", mode: "model" });
    expect(heard[0]?.turns[0]).toMatchObject({
      text: expect.stringContaining("Simplified Chinese"),
    });
  });

  it("gives the model evidence between marks that the documents cannot know", async () => {
    const { answer } = await ask(({ task }) => ({
      text: `The Tidewater server listens on port 4180 [${numberOf(task, "4180")}].`,
    }));
    await ask({ text: "NO_ANSWER" });
    const codes = heard.map(
      ({ turns }) => /<<(\w+) \[1\]/.exec(turns[0]?.from === "agent" ? turns[0].text : "")?.[1],
    );
    expect(codes[0]).toMatch(/^\w{12}$/);
    expect(codes[1]).not.toBe(codes[0]);
    expect(new Set(heard.map(({ instructions }) => instructions)).size).toBe(1);
    expect(answer.status).toBe("answered");
  });
});

describe("a question of several parts", () => {
  const zeppelin = "Which zeppelin does the kitchen fly to Antarctica?";
  const says = (text: string, end: string): Script => {
    return ({ task }) => ({ text: `${text} [${numberOf(task, end)}].` });
  };

  it("is put to the model with what answers it alone, and each part that stays open is told", async () => {
    const { answer, events } = await ask(
      says("The Tidewater server listens on port 4180", "port 4180"),
      `${port} ${zeppelin}`,
    );
    expect(JSON.stringify(heard[0]?.turns)).not.toContain("kitchen.md");
    expect(answer).toMatchObject({ status: "partial", mode: "model" });
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater server listens on port 4180.",
    ]);
    expect(answer.gaps).toMatchObject([
      { about: zeppelin, cause: "no_hit", message: expect.stringContaining(zeppelin) },
    ]);
    expect(answer.parts).toMatchObject([
      { question: port, status: "answered", claims: ["c1"] },
      { question: zeppelin, status: "no_evidence", claims: [] },
    ]);
    const all = [...answer.citations, ...answer.also_read];
    for (const near of answer.gaps[0]?.nearest ?? []) {
      expect(all.find(({ id }) => id === near.id)).toMatchObject({
        relative_path: near.relative_path,
      });
    }
    expect(events.filter(({ kind }) => kind === "gap").length).toBe(1);
  });

  it("has the documents' own words for a part that the model passes over", async () => {
    const { answer, events } = await ask(
      says("The Tidewater server listens on port 4180", "port 4180"),
      `What is the kitchen budget? ${port}`,
    );
    expect(answer).toMatchObject({ status: "answered", mode: "model", gaps: [] });
    expect(answer.claims.slice(0, 2).map(({ id, support }) => [id, support])).toEqual([
      ["c1", "supported"],
      ["c2", "verbatim"],
    ]);
    expect(answer.claims[1]?.text).toContain("9,500 euros");
    expect(answer.citations.map(({ id, relative_path }) => [id, relative_path])).toEqual([
      [1, "server.md"],
      [2, "kitchen.md"],
    ]);
    // The budget, and what its section says of it.
    expect(answer.parts).toMatchObject([
      { claims: ["c1"] },
      { quoted: true, claims: ["c2", "c3"] },
    ]);
    expect(answer.markdown).toMatch(
      /\*Quoted from your documents on “What is the kitchen budget\?”/,
    );
    const told = events.flatMap((event) => (event.kind === "claim" ? [event.data] : []));
    expect(told).toEqual(answer.claims);
  });

  it("keeps the notices of its parts", async () => {
    const sub_agent: SubAgent = {
      id: "doc_retrieval",
      grant: ["docs.search", "docs.read"],
      run: () => Promise.reject(new Error("broken")),
    };
    const broken = await startFlow({ files, model, sub_agent });
    await broken.ready();
    script = says("The Tidewater server listens on port 4180", "port 4180");
    const one = await broken.ask(port, { mode: "model" });
    const two = await broken.ask(`${port} ${zeppelin}`, { mode: "model" });
    await broken.close();
    for (const { answer } of [one, two]) {
      expect(answer.mode).toBe("model");
      expect(answer.notices.map(({ code }) => code)).toEqual(["sub_agent_fallback"]);
    }
  });
});

describe("a question that points back", () => {
  const earlier = [{ question: asQuestion(port), searched: [asQuestion(port)] }];
  const follow = "How do I start it?";

  it("has what the answer before it rested on as evidence, as long as the lines still say so", async () => {
    const { answer: before } = await flow.ask("What is the kitchen budget?");
    const memory = { turns: [], cited: before.citations };
    const says: Script = ({ task }) => ({
      text: `It keeps 14 daily backups [${numberOf(task, "14 daily")}]. The kitchen budget is 9,500 euros [${numberOf(task, "9,500")}].`,
    });
    script = says;
    const { answer } = await flow.ask(follow, { mode: "model", earlier, memory });
    expect(answer).toMatchObject({ status: "answered", mode: "model" });
    expect(answer.citations.map(({ relative_path }) => relative_path)).toEqual([
      "server.md",
      "kitchen.md",
    ]);
    const changed = before.citations.map((one) => ({ ...one, sha256: "0".repeat(64) }));
    const other = { ...memory, cited: changed };
    script = () => ({ text: "NO_ANSWER" });
    await flow.ask(follow, { mode: "model", earlier, memory: other });
    await flow.ask(port, { mode: "model", memory });
    for (const { turns } of heard.slice(-2)) {
      expect(JSON.stringify(turns)).not.toContain("9,500");
    }
  });

  it("cannot be answered by what was shown before without a source", async () => {
    const { answer: before } = await flow.ask("What is the kitchen budget?");
    const places = before.citations.map(({ root_id, relative_path, locator, sha256 }) => {
      const { line_start, line_end } = locator;
      return { root_id, relative_path, line_start, line_end, sha256 };
    });
    const claims = [{ text: "The kitchen budget is 9,500 euros.", places }];
    const turns = [
      { run_id: "run_1", question: asQuestion("What is the budget?"), claims, done: [] },
    ];
    script = ({ task }) => ({
      text: `The kitchen budget is 9,500 euros. The kitchen budget is 9,500 euros [${numberOf(task, "4180")}]. The Tidewater server listens on port 4180 [${numberOf(task, "4180")}].`,
    });
    const { answer } = await flow.ask(port, { mode: "model", memory: { turns, cited: [] } });
    expect(JSON.stringify(heard[0]?.turns)).toContain("9,500");
    const row = flow.spans.find(({ kind, name }) => kind === "compose" && name === "model");
    const told = { whole: 1, short: 0, left_out: 0, claims_left_out: 0 };
    expect(row?.attributes.memory).toEqual(told);
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater server listens on port 4180.",
    ]);
  });
});

describe("documents that are silent", () => {
  it("are not asked of a model that can do nothing else", async () => {
    const { answer } = await ask(
      { text: "The Zeppelin crossed in 1931 [1]." },
      "Which zeppelin crossed Antarctica?",
    );
    expect(answer).toMatchObject({ status: "no_evidence", mode: "quote", claims: [] });
    expect(heard.length).toBe(0);
  });

  it("are looked through for the whole of a question of two parts, too, after a model has searched for itself", async () => {
    const { answer } = await ask(
      ({ turn }) =>
        turn === 1
          ? { calls: [{ name: "agent_doc_retrieval", arguments: { query: "harbour bell" } }] }
          : { text: "NO_ANSWER" },
      "Which port does the Tidewater server listen on, and who signs the bills?",
    );
    expect(answer.gaps.filter(({ cause }) => cause === "error")).toEqual([]);
    const keys = flow.tasks.map(({ request }) => request.idempotency_key.split(":").at(-1));
    expect(keys.toSorted()).toEqual(["0", "1", "2", "3"]);
  });

  it("stay silent when the model says so", async () => {
    const { answer } = await ask({ text: "NO_ANSWER" });
    expect(answer).toMatchObject({ status: "no_evidence", claims: [], notices: [] });
    expect(answer.gaps[0]?.nearest.length).toBeGreaterThan(0);
    expect(answer.metrics.model?.turns).toBe(1);
  });
});

describe("a model that fails", () => {
  const cut = () => new ModelFailure("cut", { host: "127.0.0.1" });

  it("leaves what was shown, marked as not whole", async () => {
    const { answer } = await ask(({ task }) => ({
      text: `The Tidewater server listens on port 4180 [${numberOf(task, "4180")}]. A request ends after thi`,
      fails: cut(),
    }));
    expect(answer).toMatchObject({ status: "partial", mode: "model" });
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater server listens on port 4180.",
    ]);
    expect(answer.gaps).toMatchObject([{ cause: "error", rule: "model_unavailable" }]);
    expect(answer.notices.map(({ code }) => code)).toEqual(["model_fallback"]);
  });

  it("whose reply is cut has answered in part, and half a sentence is not shown", async () => {
    for (const [stopped, notice] of [
      ["length", "length limit"],
      ["filtered", "provider cut"],
    ] as const) {
      heard = [];
      const { answer } = await ask(({ task }) => ({
        text: `The Tidewater server listens on port 4180 [${numberOf(task, "4180")}]. A request ends after 30 seconds [${numberOf(task, "4180")}]. It keeps 14 daily backups [${numberOf(task, "4180")}]`,
        stopped,
      }));
      expect(answer).toMatchObject({ status: "partial", mode: "model" });
      expect(answer.claims.map(({ text }) => text)).toEqual([
        "The Tidewater server listens on port 4180.",
        "A request ends after 30 seconds.",
      ]);
      expect(answer.gaps).toMatchObject([{ cause: "error", rule: "budget" }]);
      expect(answer.notices).toMatchObject([
        { code: "budget", message: expect.stringContaining(notice) },
      ]);
    }
  });

  it("is told that its reply was cut where it was calling", async () => {
    await ask(({ turn }) =>
      turn === 1
        ? {
            calls: [{ name: "agent_doc_retrieval", arguments: { query: "kitchen budget" } }],
            stopped: "length",
          }
        : { text: "NO_ANSWER" },
    );
    expect(JSON.stringify(heard[1]?.turns)).toContain("Your last reply was cut off");
  });

  it("gives way to quotations, with one notice, where nothing was shown", async () => {
    for (const speech of [
      { fails: cut() },
      { fails: new Error("anything") },
      { text: "" },
      { text: "The server is on port 99 [1]." },
      { text: "I know this already: it is 4180." },
      { text: "El servidor escucha en el puerto 4180 [7]." },
    ] satisfies Speech[]) {
      const { answer } = await ask(speech);
      expect(answer).toMatchObject({ status: "answered", mode: "quote" });
      expect(answer.claims[0]).toMatchObject({ support: "verbatim" });
      expect(answer.claims[0]?.text).toContain("4180");
      expect(answer.notices.map(({ code }) => code)).toEqual(["model_fallback"]);
    }
  });

  it("gives way to quotations where a fault of the program's own keeps it from being asked", async () => {
    script = () => ({ text: "Nothing." });
    let faults = 0;
    const { answer } = await flow.ask(port, { mode: "model" }, undefined, (event) => {
      if (event.kind === "step" && event.data.kind === "compose" && faults++ === 0)
        throw new Error("a fault");
    });
    expect(faults).toBeGreaterThan(0);
    expect(answer).toMatchObject({ status: "answered", mode: "quote" });
    expect(answer.notices.map(({ code }) => code)).toEqual(["model_fallback"]);
  });

  it("is not asked where none is configured", async () => {
    const without = await startFlow({ files: { "a.md": files["server.md"] } });
    await without.ready();
    const { answer } = await without.ask(port, { mode: "model" });
    await without.close();
    expect(answer).toMatchObject({ status: "answered", mode: "quote" });
    expect(answer.notices.map(({ code }) => code)).toEqual(["model_fallback"]);
  });

  it("S49: that never stops calling is stopped, and what was shown stays", async () => {
    const { answer } = await ask(({ turn, task }) => ({
      text:
        turn === 1 ? `The Tidewater server listens on port 4180 [${numberOf(task, "4180")}].` : "",
      calls: [{ name: "agent_doc_retrieval", arguments: { query: `kitchen budget ${turn}` } }],
    }));
    expect(answer.claims.length).toBe(1);
    expect(answer.notices.map(({ code }) => code)).toEqual(["budget"]);
    expect(heard.length).toBe(12);
  });

  it("that writes without end is stopped", async () => {
    const { answer } = await ask(({ task }) => ({
      text: `The Tidewater server listens on port 4180 [${numberOf(task, "4180")}]. ${"And so on and on. ".repeat(3000)}`,
    }));
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater server listens on port 4180.",
    ]);
    expect(answer.notices.map(({ code }) => code)).toEqual(["budget"]);
  });
});

describe("a docs server that cannot be asked for a while", () => {
  let failing: (call: number) => boolean;
  let checked: number;
  let shaken: Awaited<ReturnType<typeof startFlow>>;
  beforeAll(async () => {
    failing = () => false;
    shaken = await startFlow({
      files,
      model,
      around: (provider) => ({
        ...provider,
        invoke: async (tool, args, call) => {
          if (tool.name !== "docs_verify" || !failing(++checked))
            return provider.invoke(tool, args, call);
          return { is_error: true, text: "The server is starting." };
        },
      }),
    });
    await shaken.ready();
  });
  afterAll(() => shaken.close());
  const two: Script = ({ task }) => {
    const n = numberOf(task, "port 4180");
    return {
      text: `The Tidewater server listens on port 4180 [${n}]. A request ends after 30 seconds [${n}].`,
    };
  };
  async function askShaken(fails: (call: number) => boolean) {
    checked = 0;
    failing = fails;
    script = two;
    return shaken.ask(port, { mode: "model" });
  }

  it("is asked once more for the lines", async () => {
    const { answer } = await askShaken((call) => call === 2);
    expect(answer).toMatchObject({ status: "answered", mode: "model", gaps: [] });
    expect(answer.claims.length).toBe(2);
  });

  it("takes back nothing that was shown", async () => {
    const { answer, events } = await askShaken((call) => call > 1);
    expect(answer).toMatchObject({ status: "partial", mode: "model", gaps: [{ cause: "error" }] });
    const told = events.flatMap((event) => (event.kind === "claim" ? [event.data] : []));
    expect(told.map(({ text }) => text)).toEqual(["The Tidewater server listens on port 4180."]);
    expect(answer.claims).toEqual(told);
  });

  it("is named as the reason where nothing was shown, and not the documents", async () => {
    const { answer } = await askShaken((call) => call <= 2);
    expect(answer).toMatchObject({ status: "answered", mode: "quote" });
    expect(answer.notices).toMatchObject([
      { code: "model_fallback", message: expect.stringContaining("could not be checked") },
    ]);
  });
});

describe("searching again", () => {
  it("brings evidence under new numbers, and only what answers", async () => {
    const { answer } = await ask(({ turn, task, said }) => {
      if (turn === 1)
        return {
          calls: [
            { name: "agent_doc_retrieval", arguments: { query: "What is the kitchen budget?" } },
          ],
        };
      if (turn === 2)
        return {
          calls: [
            {
              name: "agent_doc_retrieval",
              arguments: { query: "Which zeppelin crossed Antarctica?" },
            },
          ],
        };
      const n = numberOf(task, "port 4180");
      const kitchen = /\[(\d+)\] "[^"]*kitchen\.md/.exec(said.replaceAll("\\", ""))?.[1];
      return {
        text: `The Tidewater server listens on port 4180 [${n}]. The kitchen budget is 9,500 euros [${kitchen}].`,
      };
    });
    expect(JSON.stringify(heard[2]?.turns)).toContain(
      "Nothing that surely answers this was found.",
    );
    expect(answer.claims.map(({ text, citations }) => [text, citations])).toEqual([
      ["The Tidewater server listens on port 4180.", [1]],
      ["The kitchen budget is 9,500 euros.", [2]],
    ]);
    expect(answer.searched).toContain("What is the kitchen budget?");
    // It is no answer to what was asked, which the person is told.
    expect(answer.notices).toEqual([
      {
        code: "searched_otherwise",
        message: expect.stringContaining("also searched for “What is the kitchen budget?”"),
      },
    ]);
  });

  it("says nothing where its own search answers what was asked, in other words too", async () => {
    for (const query of ["Tidewater server port", "Tidewater 服务器的端口是多少？"]) {
      heard = [];
      const { answer } = await ask(({ turn, task, said }) => {
        if (turn === 1) return { calls: [{ name: "agent_doc_retrieval", arguments: { query } }] };
        const numbers = `${task}${said}`.match(/\[\d+\]/g) ?? [];
        return { text: `The Tidewater server listens on port 4180 ${numbers.join("")}.` };
      });
      expect(answer.claims.length).toBe(1);
      expect(answer.notices).toEqual([]);
    }
  });
});
