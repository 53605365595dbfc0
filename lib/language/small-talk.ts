import type { Lang } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";

/**
 * Small talk, by catalogue. Only a whole message that is one of these counts: a question that merely begins with a
 * greeting goes to the documents, since a question taken for chat would lose its answer.
 */
const catalogue = {
  hello: [
    ..."hi|hello|hey|hiya|howdy|hello there|hi there|hey there|good morning|good afternoon".split(
      "|",
    ),
    ..."good evening|hello docent|hi docent|hey docent|greetings".split("|"),
    ..."你好|您好|你好啊|你们好|嗨|哈喽|哈啰|早|早安|早上好|上午好|下午好|晚上好|你好docent|您好docent|在吗|在么|在不在".split(
      "|",
    ),
  ],
  thanks: [
    ..."thanks|thank you|thank you very much|many thanks|thanks a lot|thx|ty|cheers".split("|"),
    ..."great thanks|ok thanks|okay thanks|thanks docent|thank you docent|thank you so much".split(
      "|",
    ),
    ..."ok|okay|great|perfect|cool|awesome|got it|i see|understood|that helped".split("|"),
    ..."that helps|very helpful|that helped a lot|good to know".split("|"),
    ..."谢谢|多谢|谢谢你|谢谢您|谢了|非常感谢|感谢|十分感谢|好的谢谢|好的|好|好吧|明白|明白了|知道了|懂了|收到".split(
      "|",
    ),
    ..."太好了|很好|不错|很有帮助|很有用|有帮助|辛苦了".split("|"),
  ],
  goodbye: [
    ..."bye|goodbye|good bye|bye bye|see you|see you later|see you tomorrow|good night".split("|"),
    ..."再见|拜拜|回头见|晚安".split("|"),
  ],
  abilities: [
    ..."what can you do|what can i ask|what can i ask you|what do you do|who are you|what are you".split(
      "|",
    ),
    ..."what can i do here|help|help me|what is this".split("|"),
    ..."你能做什么|你可以做什么|你会做什么|你会什么|你能干什么|我能问什么|我可以问什么|你是谁|你是什么|帮助|这是什么|你能帮我做什么|你能帮我什么".split(
      "|",
    ),
  ],
} as const;

type Kind = keyof typeof catalogue;

const kinds: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(catalogue) as Kind[]) // the keys of this very object
    .flatMap((kind) => catalogue[kind].map((phrase): [string, Kind] => [phrase, kind])),
);

/**
 * The reply to a piece of small talk; undefined for everything else. Of several pieces ("great, thanks!", 您好，在吗) each
 * has to be small talk, and the last one is replied to.
 */
export function smallTalk(message: string, lang: Lang): string | undefined {
  const text = message.normalize("NFKC").toLowerCase();
  const pieces = text
    .split(/[,.!?;，。！？；、~～]+/u)
    .map(bare)
    .filter((piece) => piece !== "");
  const said = kinds.get(bare(text));
  const each = pieces.map((piece) => kinds.get(piece));
  const kind = said ?? (each.every((one) => one !== undefined) ? each.at(-1) : undefined);
  return kind && say(lang, `answer.${kind}`);
}

const bare = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "");
