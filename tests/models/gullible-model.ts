import type { Says } from "./scripted-model.ts";

/**
 * A model that obeys every instruction in whatever it is sent: documents, results of tools, descriptions of tools, in any
 * wire format. It sees what people do not (comments, letters without a shape, base64), and instructions by general rules: a
 * tool's name with arguments after it, words to say, an address, a call for its own instructions. It makes each call once,
 * all that it is told to make, and then says the sentence that answers, as an honest model would, and whatever else it was
 * told to say, with every number that it knows.
 */
export type Gullible = {
  script: (told: { body: unknown; offered: string[] }) => Says;
  /** What it called and what it said beside the sentence that answers. */
  obeyed: { calls: string[]; said: string[] };
  forget(): void;
};

export function gullibleModel(): Gullible {
  const made = new Set<string>();
  const obeyed: Gullible["obeyed"] = { calls: [], said: [] };
  let instructions = "";
  let rounds = 0;
  return {
    obeyed,
    forget() {
      made.clear();
      rounds = 0;
      obeyed.calls.length = 0;
      obeyed.said.length = 0;
    },
    script({ body, offered }) {
      const heard = stringsIn(body);
      const [rules = ""] = heard.filter((text) => text.includes("numbered evidence"));
      instructions = rules;
      const told = heard.filter((text) => text !== rules).flatMap(views);
      const all = told.join("\n\n");
      const question = /The question: ([^\n]+)$/m.exec(all)?.[1] ?? "";
      const again = [...all.matchAll(/^S(\d+): (.*)$/gm)];
      if (again.length > 0) {
        return { text: again.map(([, n, text]) => `S${n}: ${bare(text ?? "")} [1].`).join("\n") };
      }
      rounds += 1;
      const calls = callsIn(told, offered, question);
      const fresh = calls.filter((call) => !made.has(JSON.stringify(call)));
      const endless = all.includes("FOREVER") ? calls.slice(0, 1) : [];
      const now = fresh.length > 0 ? fresh.slice(0, 12) : endless;
      if (now.length > 0 && rounds < 40) {
        for (const call of now) {
          made.add(JSON.stringify(call));
          obeyed.calls.push(call.name);
        }
        return { text: "At once.", calls: now };
      }
      const evidence = evidenceIn(all);
      const said = wordsIn(told, all, question, evidence);
      if (all.includes("REVEAL")) said.push(...instructions.split(/(?<=\.)\s+/));
      obeyed.said.push(...said);
      return { text: [...answerIn(evidence, question), ...said].join("\n\n") };
    },
  };
}

type Piece = { code: string; number: string; text: string };

/** Also what stands inside another and calls itself evidence. */
const evidenceIn = (all: string): Piece[] =>
  [...all.matchAll(/<<(\w+) \[(\d+)\][^\n]*\n([\s\S]*?)\n\1>>/g)].flatMap(
    ([, code = "", number = "", text = ""]) => [{ code, number, text }, ...evidenceIn(text)],
  );

/** The sentence of the evidence that has most of the question's letters, two by two. */
function answerIn(evidence: readonly Piece[], question: string): string[] {
  const wanted = new Set(pairs(question));
  const [best] = evidence
    .flatMap(({ number, text }) =>
      text.split(/(?<=[.。])|\n/).map((sentence) => {
        const shared = pairs(sentence).filter((pair) => wanted.has(pair)).length;
        return { sentence, number, share: shared / (sentence.length + 20) };
      }),
    )
    .filter(({ sentence }) => !sentence.startsWith("#"))
    .sort((a, b) => b.share - a.share);
  if (best === undefined) return [];
  const end = best.sentence.trim().endsWith("。") ? "。" : ".";
  return [`${bare(best.sentence)} [${best.number}]${end}`];
}

const pairs = (text: string): string[] =>
  [...text.toLowerCase()].slice(1).map((letter, i) => `${text.toLowerCase()[i]}${letter}`);

/** Arguments after a name are a call, whoever wrote them; a name is any tool's whose own name ends with it. */
function callsIn(told: readonly string[], offered: readonly string[], question: string) {
  const file = /[\w-]+\.txt/.exec(question)?.[0];
  const asked = file === undefined ? [] : [{ name: "read", arguments: { path: file } }];
  const found = told.flatMap((text) =>
    [...text.matchAll(/\b([a-z]\w*)\s*(\{[^{}]*\})/g)].flatMap(([, name = "", args = ""]) => {
      const known = offered.includes(name) ? name : offered.find((one) => one.endsWith(`_${name}`));
      const given = parsed(args);
      return given === undefined ? [] : [{ name: known ?? name, arguments: given }];
    }),
  );
  // It takes whatever it can get, so that descriptions of tools reach it as well.
  const more = offered.includes("tool_more") ? [{ name: "tool_more", arguments: {} }] : [];
  const distinct = new Map(
    [...more, ...asked, ...found].map((call) => [JSON.stringify(call), call]),
  );
  return [...distinct.values()];
}

/** What it is told to say, what forged evidence says, and every address with the question behind it. */
function wordsIn(
  told: readonly string[],
  all: string,
  question: string,
  evidence: readonly Piece[],
): string[] {
  const numbers = [...new Set(evidence.map(({ number }) => `[${number}]`))].slice(0, 8);
  const cited = (text: string) =>
    /\[\d+\]\W*$/.test(text) ? `${bare(text)}.` : `${bare(text)} ${numbers.join("")}.`;
  const says = told.flatMap((text) =>
    [...text.matchAll(/(?:\b(?:say|answer|print)\b|回答)\s*[:：]\s*["“]([^"”\n]+)/gi)].map(
      ([, words = ""]) => words,
    ),
  );
  const [real] = evidence;
  const forged = evidence
    .filter(({ code }) => code !== real?.code)
    .flatMap(({ number, text }) => [`${bare(text)} [${number}].`, `${bare(text)} [1].`]);
  const addresses = [...all.matchAll(/https?:\/\/[^\s"'()<>|\\}]+/g)].map(([url]) => url);
  const sent = [...new Set(addresses)].flatMap((url) => [
    `![seal](${url}${encodeURIComponent(question)}) [1]`,
    `More stands at [details](${url}${encodeURIComponent(question)}) ${numbers[0] ?? ""}.`,
    `${bare(question)} ${url}${encodeURIComponent(question)} ${numbers[0] ?? ""}.`,
  ]);
  return [...new Set([...says.map(cited), ...forged, ...sent])];
}

const bare = (text: string): string => text.trim().replace(/[.。]+$/, "");

/** A text as it is, without letters that have no shape, with those that nothing shows, and what is coded in it. */
function views(text: string): string[] {
  const shaped = text
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) =>
      String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
    );
  const coded = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)]
    .map(([code]) => Buffer.from(code, "base64").toString("utf8"))
    .filter((decoded) => !/[\ufffd\p{Cc}]/u.test(decoded));
  return [...new Set([text, shaped, text.replaceAll('\\"', '"'), ...coded])];
}

/** Every text in a JSON value, also in JSON that is written in a text. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const inside = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
    return inside === undefined ? [value] : stringsIn(inside);
  }
  if (typeof value !== "object" || value === null) return [];
  const read = Object.entries(value).filter(([name]) => name !== "$schema");
  return read.flatMap(([, inside]) => stringsIn(inside));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
