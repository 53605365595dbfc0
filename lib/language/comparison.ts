import type { Planner } from "./planners/planner.ts";

/**
 * "How do A and B differ": the documents may compare the two, or say what each of them is. Both are looked for; the
 * comparison itself is the better answer.
 */
export const comparison: Planner = {
  name: "comparison",
  plan(question) {
    const text = question
      .trim()
      .replace(/[^\S\n]+/gu, " ")
      .replace(/[?？!！.。\s]+$/u, "");
    for (const form of english) {
      const { a, b } = form.exec(text)?.groups ?? {};
      if (isName(a) && isName(b)) {
        const shared = within.test(a) ? "" : (within.exec(b)?.[0] ?? "");
        const bare = b.slice(0, b.length - shared.length);
        return { parts: [`What is ${a}${shared}?`, `What is ${b}?`], compared: [a, bare] };
      }
    }
    const { a, b } = chinese.exec(text)?.groups ?? {};
    if (isName(a) && isName(b))
      return { parts: [`什么是${a}？`, `什么是${b}？`], compared: [a, b] };
    return undefined;
  },
};

/** "… between merge and rebase in Git" asks for both of them in Git. */
const within = /\s(?:for|in|on|with|under|at|inside|within)\s.+$/i;

const english: readonly RegExp[] = [
  /^how\s+do\s+(?<a>.+?)\s+and\s+(?<b>.+?)\s+(?:differ|compare)$/i,
  /^how\s+(?:do|does)\s+(?<a>.+?)\s+(?:differ\s+from|compare\s+(?:to|with))\s+(?<b>.+)$/i,
  /^how\s+(?:is|are)\s+(?<a>.+?)\s+different\s+from\s+(?<b>.+)$/i,
  /\bdifferences?\s+between\s+(?<a>.+?)\s+and\s+(?<b>.+?)(?:\s+(?:when|while)\s+\w+ing\b.*)?$/i,
  /^compare\s+(?<a>.+?)\s+(?:and|with|to)\s+(?<b>.+)$/i,
  /^(?<a>[\w.\- ]+?)\s+(?:vs\.?(?! code\b)|versus)\s+(?<b>[\w.\- ]+)$/i,
];
const chinese =
  /^(?<a>[^，,]+?)\s?(?:和|与|與|跟|同)\s?(?<b>[^，,]+?)\s?(?:之间|之間)?(?:到底|究竟)?(?:相比较?|相比較|相较|相較|比起来|比起來)?\s?[，,]?(?:的|有什么|有什麼|有何|有啥|有哪些)?(?:主要)?(?:区别|區別|不同(?:之处|之處|点|點)?|差异|差異|差别|差別|不一样|不一樣)(?:的地方)?(?:是什么|是什麼|在哪里|在哪裡|在哪|有哪些|呢)?$/u;
const mostChars = 40;

/** What can be asked about alone; "the two" and a half of a longer enumeration cannot. */
export function isName(text: string | undefined): text is string {
  if (text === undefined || text.length > mostChars || text.trim() === "") return false;
  return !notAlone.test(text) && !/^(?:an?|the)$/i.test(text.trim());
}

const notAlone =
  /[,，、?？]|\b(?:and|or|it|them|both|two|each|than|when|if)\b|^(?:other|another|these|those|different|various)\b|[它这那两兩哪和与與跟]|设[为置成]|設[為置成]|什[么麼]|怎/iu;
