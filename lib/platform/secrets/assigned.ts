import { isPlaceholder, looksRandom } from "./placeholder.ts";
import type { SecretSpan } from "./span.ts";

/**
 * Values that a name says are secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, a row `| password | … |`, `密码：…`.
 * The name alone is not enough, for prose and code are full of such names: the value must look like one that was chosen.
 */
export function assignedSecrets(text: string): SecretSpan[] {
  if (!anyName.test(text)) return [];
  const spans: SecretSpan[] = [];
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const { name = "password", value: begun = "" } = match.groups ?? {};
      const start = match.index + match[0].length - begun.length;
      const before = text.slice(Math.max(0, match.index - 16), match.index);
      const value = wholeValue(text, start, begun, /[?&][\w.-]*$/.test(before));
      const between = match[0].slice(0, match[0].length - begun.length);
      if (isChosen(value, { name: name.toLowerCase(), before, between })) {
        spans.push({ start, end: start + value.length });
      }
    }
  }
  return spans;
}

const anyName = /pass|pwd|secret|token|key|credential|--user|-u |密|口令|令牌|凭[证据]|私钥/i;

const nameEnd =
  "(?<name>passwords?|passwd|passphrase|(?<![a-z])pass|pwd|secrets?|token|api[-_ ]?key|(?:access|secret|private|account|auth|encryption|signing|master|shared)[-_ ]?key|[-_]key|credentials?|authorization)";
const value = String.raw`(?<value>[^\s"'\x60,;|<>()[\]\\]{4,2048})`;
/** Marks of Markdown and quotes may stand around the name and before the value, a backslash before a quote in JSON. */
const marks = String.raw`[\\"'\x60*_]{0,4}`;
const blanks = "[ \\t]{0,3}";
const patterns = [
  new RegExp(`${nameEnd}${marks}${blanks}(?:=>|:=|[:=：＝]|\\|)${blanks}${marks}${value}`, "giu"),
  new RegExp(
    String.raw`--(?:[a-z]{1,20}-){0,3}(?<name>password|passwd|token|secret|api-key)[ \t]+${marks}${value}`,
    "giu",
  ),
  new RegExp(
    String.raw`\b(?<name>password|passphrase|token|secret|api key) (?:is|was)[ \t]{1,3}${marks}${value}`,
    "giu",
  ),
  new RegExp(
    String.raw`(?:密码|密碼|口令|密钥|密鑰|令牌|凭证|凭据|私钥)${marks}[」』）)]?${blanks}(?:[:：=＝|]|是|为|為)${blanks}[「『“]?${marks}(?<value>[^\s"'\x60，。；、）】」』”|<>\\\u3400-\u9fff]{4,512})`,
    "gu",
  ),
  /[ \t](?:-u|--user)[ \t]+["']?[^\s"':]{1,100}:(?<value>[^\s"']{4,200})/g,
];

/** A chosen value may hold what mostly ends one; what closes a sentence, a list or an emphasis behind it is not of it. */
function wholeValue(text: string, start: number, begun: string, inAddress: boolean): string {
  if (inAddress) return begun.split(/[&#]/, 1)[0] ?? "";
  let end = start + begun.length;
  while (end < text.length && end - start < longest && !endsValue.test(text[end] ?? "")) end += 1;
  while (end > start && /[.,;:)\]}*_]/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(start, end);
}
const endsValue = /[\s"'`|\\<>\u3000-\u9fff]/;
const longest = 2048;

type Said = { name: string; before: string; between: string };

function isChosen(value: string, { name, before, between }: Said): boolean {
  if (isPlaceholder(value) || /^(?:[./~]|[a-z]{2,8}:\/\/)/i.test(value)) return false;
  // An environment's own writing: a name in capitals, "=", and no blank between them.
  const inCapitals = /[A-Z]=["']?$/.test(between);
  if (/pass|pwd|credential/.test(name)) {
    return inCapitals ? value.length >= 6 : isPassword(value, between);
  }
  if (/^[-_]key$/.test(name)) {
    return !harmlessKey.test(before) && !uuid.test(value) && looksRandom(value, 12);
  }
  if (harmlessToken.test(before)) return false;
  if (inCapitals && value.length >= 8 && !/^[a-z]+[A-Z][A-Za-z]*$/.test(value)) return true;
  return looksRandom(value, 8);
}

function isPassword(value: string, between: string): boolean {
  if (between.includes("|")) return looksRandom(value, 8) || /[!@#^&*+~?]/.test(value.slice(1));
  if (/^\d+$/.test(value)) return value.length >= 6;
  if (/^(?:v?\d+(?:[._-]\d+)+|\d+[a-z]{1,3}|[\w-]+\.[A-Za-z]\w*(?:\.\w+)*)$/i.test(value))
    return false;
  return /\d/.test(value) || (/[A-Za-z]/.test(value) && /[!@#^&*+~?]/.test(value.slice(1, -1)));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const harmlessKey =
  /(?:public|primary|websocket|foreign|cache|sort|partition|idempotency|object|routing|unique|group|hash|map|row|index|search|bucket|host|known|dedup|storage|i18n|message|short|hot|enter|tab)$/i;
const harmlessToken =
  /(?:publickey|page|next|previous|cursor|sync|continuation|public|design|term)[-_ ]?$/i;
