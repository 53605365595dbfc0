/**
 * What stands where a secret would and is none: "YOUR_TOKEN_HERE", "$TOKEN", "<password>", "xxxxxxxx", what is masked
 * already, the word that everybody writes there. Judged by the value alone.
 */
export function isPlaceholder(value: string): boolean {
  if (value.length < 4 || fetched.test(value) || standIn.test(value)) return true;
  if (filler.test(value) || (words.test(value) && speaking.test(value))) return true;
  return new Set(value.toLowerCase()).size <= 3 || isRow(value);
}

/** A variable, or code that gets it from elsewhere. */
const fetched =
  /^[<>{}$%]|^-----|^(?:process|os|env|import|req|request|this|self|config|settings|secrets?|vars|vault)[.:]|^(?:file|env|vault|arn|urn|op|sha\d{1,3}):|\$\{|\$\(|\{\{|=>|::/i;
/** Words that say that the real thing goes here. */
const standIn =
  /your|example|sample|placeholder|change[-_]?(?:me|it|this)|replace|redacted|masked|dummy|insert|goes[-_]?here|[-_]here\b|fixme|todo|xxxx|\*{3}|\.{3}|…|•/i;
const filler =
  /^(?:true|false|null|none|nil|undefined|unset|empty|string|number|boolean|text|varchar|hidden|secrets?|passwords?|passwd|passphrase|pass|pwd|tokens?|keys?|api[-_]?key|credentials?|user|username|admin|root|guest|test|testing|postgres|mysql|mongo|redis|rabbitmq|required|optional|default|value|bearer|basic|argon2(?:id)?|bcrypt|scrypt|pbkdf2|sha-?\d{1,3}|md5|rsa-?\d*|aes-?\d*|hmac[-a-z0-9]*|hs\d{3}|rs\d{3}|es\d{3}|ed25519|base64|utf-?8|oauth2?|x509|totp|http2?|auth0)\d?$/i;

/** Words that say what it is: "my-etcd-token-1", "consumer1_pwd". */
const words = /^[a-z]+\d{0,5}(?:[-_][a-z]+\d{0,5})*(?:[-_]\d{1,4})?$/i;
const speaking =
  /(?:^|[-_])(?:token|secret|password|passwd|passphrase|pwd|key)(?:[-_\d]|$)|^my[-_]?(?:token|secret|pass|key)/i;

/** "12345678", "abcdefgh": each one the next of the one before, almost throughout. */
function isRow(value: string): boolean {
  let steps = 0;
  for (let i = 1; i < value.length; i++) {
    if (Math.abs(value.charCodeAt(i) - value.charCodeAt(i - 1)) <= 1) steps += 1;
  }
  return steps >= (value.length - 1) * 0.85;
}

/** Letters and digits in disorder, at least so many: not a word, a number, a date, a version, a path, a name with a number. */
export function looksRandom(value: string, least: number): boolean {
  if (value.length < least || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return !named.test(value) && disorder(value) >= Math.min(5, value.length / 6);
}

/** How often digits, small letters, capitals and signs take turns. */
export function disorder(value: string): number {
  let turns = 0;
  for (let i = 1; i < value.length; i++) {
    if (classOf(value.charCodeAt(i)) !== classOf(value.charCodeAt(i - 1))) turns += 1;
  }
  return turns;
}

const named =
  /^(?:v?\d+(?:[._-]\d+)+[\w.-]*|[a-z][a-z\d]{0,7}(?:[-_][a-z]+)+|[./~\\].*|[A-Za-z]{2,}(?:[-_./][A-Za-z]+)*[-_.]?\d{0,4}|\d+[A-Za-z]{1,3}|[\w-]+(?:\.[A-Za-z][\w-]*)+(?:[:/].*)?|[\w-]+(?:\/[\w.-]+)+)$/;

function classOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return 1;
  if (unit >= 65 && unit <= 90) return 2;
  return unit >= 97 && unit <= 122 ? 3 : 0;
}
