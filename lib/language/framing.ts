/**
 * What people put around a question to be polite or to begin: "Could you please tell me …", 请问, "I want to know …". It
 * asks nothing, and a word of it ("where" in "a place where I can see …") is not what is asked for.
 */
export function withoutFraming(question: string): string {
  let text = question.trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(framing, "");
  }
  return text === "" ? question.trim() : text;
}

const wish = String.raw`(?:I|we)(?:['’]d|\s+would)?\s+(?:want|need|like|love|wish)\s+to\s+(?:know|learn|understand|find\s+out|ask)|(?:I|we)(?:['’]m|\s+am|['’]re|\s+are)?\s+(?:wondering|curious)|(?:I|we)\s+wonder`;
const beg = String.raw`(?:can|could|would|will)\s+(?:you|somebody|someone|anybody|anyone)\s+(?:please\s+|kindly\s+)?(?:tell|explain|remind|let)(?:\s+(?:to\s+)?(?:me|us))?(?:\s+know)?`;
const tell = String.raw`(?:please\s+)?(?:tell|remind)\s+(?:me|us)|(?:please\s+)?explain(?:\s+to\s+(?:me|us))?|(?:do\s+you|does\s+anybody|does\s+anyone)\s+know|(?:any|some)\s+idea|what\s+I\s+(?:want|need)\s+to\s+know\s+is`;
const greeting = String.raw`(?:(?:please|hi|hello|hey|quick\s+question)\b\s*[,:!.-]?|(?:ok|okay|so|well|and|but|also|then)\b(?:\s*[,:]|(?=\s+(?:how|what|which|where|when|why|who|please)\b)))`;
const hanFraming =
  "你好|您好|请问一下|請問一下|请问|請問|想问一下|想問一下|问一下|問一下|麻烦(?:你|您)?(?=告诉|說|说|解释|讲)|(?:我|我们)?(?:就|只)?(?:很)?(?:想|想要)(?:知道|问问?|問問?|了解|瞭解|请教)(?:一下|下)?|(?:能不能|可不可以|可以|能|能否|可否|请|請|麻烦)?(?:你|您)?(?:告诉|告訴|跟我说|跟我說|给我讲|給我講|给我解释|給我解釋)(?:我|我们)?(?:一下|下)?|(?:有)?谁知道|不知道";
const framing = new RegExp(
  `^(?:(?:${wish}|${beg}|${tell}|${greeting})(?=[\\s,:])[\\s,:]*(?:(?:about\\s+)?(?=(?:how|what|which|where|when|why|who|whether|if)\\b)|(?:about\\s+))?|(?:${hanFraming})[\\s，,：:]*)`,
  "iu",
);
