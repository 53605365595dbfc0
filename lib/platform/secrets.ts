import { maskMark } from "#lib/contracts/mask-mark";
import { recentTexts } from "#lib/platform/recent-texts";
import { assignedSecrets } from "./secrets/assigned.ts";
import { fragments } from "./secrets/fragments.ts";
import { htmlTableSecrets } from "./secrets/html-tables.ts";
import { isPlaceholder } from "./secrets/placeholder.ts";
import { privateKeys } from "./secrets/private-keys.ts";
import { rememberSecrets } from "./secrets/remembered.ts";
import { shapedSecrets } from "./secrets/shaped.ts";
import type { SecretSpan } from "./secrets/span.ts";
import { tableSecrets } from "./secrets/tables.ts";
import { vendorTokens } from "./secrets/vendor-tokens.ts";
import { walkData } from "./secrets/walk-data.ts";

/**
 * Finds and masks what must not be written down: keys, tokens, passwords. For whatever is stored, logged or sent on; files
 * are never touched. It errs on the side of masking where a name says "password", and on the side of leaving alone what
 * merely looks odd, such as hashes, ids and encoded pictures. No promise that every secret is found.
 */
export type { SecretSpan } from "./secrets/span.ts";

/** In their order; none overlaps another. */
export function findSecrets(text: string): readonly SecretSpan[] {
  return lately.of(text, lookFor);
}

/** An answer is traced, kept and stored, and each time the same passages are looked through. */
const lately = recentTexts<readonly SecretSpan[]>(100_000);

function lookFor(text: string): SecretSpan[] {
  if (ofOwnMaking.test(text)) return [];
  return inOrder([
    ...privateKeys(text),
    ...assignedSecrets(text),
    ...tableSecrets(text),
    ...htmlTableSecrets(text),
    ...shapedSecrets(text),
    ...vendorTokens(text).filter(({ start, end }) => !isPlaceholder(text.slice(start, end))),
  ]);
}

/** A number of ours, a hash, a moment: most of the texts that are written down. */
const ofOwnMaking =
  /^(?:(?:trace|run|span|task|step|thread|grant|inv|approval|permission|conn|fetch)_[\da-f]{24}|[\da-f]{64}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[a-z]{1,12})$/;

export const holdsSecret = (text: string): boolean => findSecrets(text).length > 0;

/**
 * Whether a secret stands in these lines of a file, whose text is given, or a piece of a key that begins above them or ends
 * below. The other lines are only asked for when the text may be such a piece.
 */
export function linesHoldSecret(
  text: string,
  { line_start, line_end }: { line_start: number; line_end: number },
  linesOfFile: () => readonly string[],
): boolean {
  const own = text.slice(0, longestOwn);
  if (holdsSecret(own)) return true;
  if (!ofKey.test(own)) return false;
  const lines = linesOfFile();
  const above = lines.slice(Math.max(0, line_start - 1 - keyLines), line_start - 1).join("\n");
  const below = lines.slice(line_end, line_end + keyLines).join("\n");
  const start = above.length;
  const end = start + own.length + 2;
  return privateKeys([above, own, below].join("\n")).some(
    (key) => key.start < end && key.end > start,
  );
}

/** A line of a private key in its usual form, and more of them than any key has. */
const ofKey = /^[\s>]*[A-Za-z\d+/=]{40,}\s*$/m;
const keyLines = 200;
/** Of lines of megabytes the part that is searched. */
const longestOwn = 65_536;

export function maskText(text: string): { text: string; redacted: boolean } {
  const spans = findSecrets(text);
  return spans.length === 0
    ? { text, redacted: false }
    : { text: withMasks(text, spans), redacted: true };
}

export type Masked<T> = { value: T; redacted: boolean };
export type Masker = { mask<T>(value: T): Masked<T> };

/**
 * Masks every text of plain data, and from then on what it has masked once wherever it comes again. Data without a secret
 * comes back as it was given. Texts beside `contains_secret` may have been cut, so that in them pieces are masked too.
 */
export function createMasker(): Masker {
  const remembered = rememberSecrets();

  /** What is found is remembered. */
  function look(text: string, key: string, cut: boolean): string {
    for (const { start, end } of spansIn(text, key, cut)) remembered.add(text.slice(start, end));
    // The signs before its lines would hide from sight what goes over several of them.
    for (const side of key === "diff" ? sidesOf(text) : []) {
      for (const { start, end } of findSecrets(side)) remembered.add(side.slice(start, end));
    }
    return text;
  }

  function replace(text: string, key: string, cut: boolean): string {
    return remembered.masked(withMasks(text, spansIn(text, key, cut)), maskMark);
  }

  return {
    mask<T>(value: T): Masked<T> {
      const looked = walkData(value, look);
      const masked = remembered.any() ? walkData(value, replace) : looked;
      // Texts are replaced by texts, so that it is still what it was.
      return { value: masked as T, redacted: masked !== value };
    },
  };
}

/** What a unified diff says of the text before, and of the text after. */
function sidesOf(diff: string): string[] {
  const lines = diff.split("\n");
  return ["-", "+"].map((sign) =>
    lines
      .filter((line) => line.startsWith(sign) || line.startsWith(" "))
      .map((line) => line.slice(1))
      .join("\n"),
  );
}

export const maskDeep = <T>(value: T): Masked<T> => createMasker().mask(value);

function spansIn(text: string, key: string, cut: boolean): readonly SecretSpan[] {
  if (isValueOf(key, text)) return [{ start: 0, end: text.length }];
  const named = tellingName.test(key) ? `${key}: ` : "";
  const found = findSecrets(named + text)
    .map(({ start, end }) => ({ start: start - named.length, end: end - named.length }))
    .filter(({ start }) => start >= 0);
  return cut ? inOrder([...found, ...fragments(text)]) : found;
}

/** A name that may make its value a secret, and one that does unless the value is a placeholder. */
const tellingName = /pass|pwd|secret|token|key|credential/i;
const secretName =
  /(?:password|passwd|passphrase|pwd|secret|api[-_]?key|(?:access|private|secret)[-_]?key|(?:access|refresh|auth|bearer)[-_]?token|authorization)$/i;

function isValueOf(name: string, text: string): boolean {
  if (!secretName.test(name) || text.length > 4096 || isPlaceholder(text)) return false;
  return !/\s/.test(text) || /^(?:password|passphrase|passwd|pwd)$/i.test(name);
}

function inOrder(found: SecretSpan[]): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const span of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || span.start >= last.end) spans.push({ ...span });
    else last.end = Math.max(last.end, span.end);
  }
  return spans;
}

function withMasks(text: string, spans: readonly SecretSpan[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of spans) {
    masked += text.slice(at, start) + maskMark;
    at = end;
  }
  return masked + text.slice(at);
}
