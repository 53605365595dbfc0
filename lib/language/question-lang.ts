import { detectLang } from "./words.ts";

/**
 * The language that a question is asked in: that of the words around what it only shows, be it code, a quotation or an error
 * message. What ends with asking in Chinese is asked in Chinese, however much of another language stands before. `named`: what
 * the asker calls it, a language tag, which is believed.
 */
export function questionLang(question: string, named?: string): "en" | "zh-CN" {
  if (named !== undefined) return /^zh/i.test(named) ? "zh-CN" : "en";
  const around = question.replace(/`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」/g, " ");
  if (asksInChinese.test(around) && /\p{Script=Han}[^\p{L}\p{N}]*$/u.test(around)) return "zh-CN";
  return detectLang(/\p{L}/u.test(around) ? around : question);
}

const asksInChinese =
  /怎[么麼样樣]|什[么麼]|如何|[为為]何|哪|[吗嗎谁誰]|多[少久长長大]|[是能可]否|[几幾]|能不能|要不要|是不是/;
