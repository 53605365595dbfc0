import { maskText } from "#lib/platform/secrets";
import { type FailureKind, NotAModel, StreamCut, TooLarge, WentElsewhere } from "./failure.ts";
import type { ModelProvider } from "./provider.ts";

/** What went wrong, read off what the AI SDK throws: a kind, what its sentence needs, and whether to try again. */
export type Explained = {
  kind: FailureKind;
  params: Record<string, string | number>;
  status?: number;
  /** It may go better at once, or after the time that the provider names. */
  again: boolean;
  after_ms?: number;
};

export function explainFailure(
  error: unknown,
  asked: {
    provider: Pick<ModelProvider, "key_variable" | "judge">;
    host: string;
    name: string;
    key?: string;
  },
): Explained {
  const { provider, host, name, key } = asked;
  const about = { host, name, variable: provider.key_variable };
  const thrown = chainOf(error);
  if (thrown.some((cause) => cause instanceof WentElsewhere)) return once("moved");
  if (thrown.some((cause) => cause instanceof NotAModel)) return again("not_a_model");
  if (thrown.some((cause) => cause instanceof TooLarge)) return once("too_large");
  if (thrown.some((cause) => cause instanceof StreamCut)) return again("cut");
  const status = numberOf(error, "statusCode");
  // A reply of 200 that could not be read says so in an error of its own, which bears the status.
  if (status !== undefined && status >= 400) return refusal(status);
  const code = thrown
    .map((cause) => textOf(cause, "code"))
    .find((found) => /^[A-Z_]+$/.test(found));
  if (code === undefined) return again("cut");
  if (neverThere.has(code)) return once("unreachable", { code });
  return again(brokenOff.has(code) ? "cut" : "unreachable", { code });

  function refusal(status: number): Explained {
    const body = `${textOf(error, "message")}\n${textOf(error, "responseBody")}`;
    const after_ms = waitNamed(error, body);
    const wait = after_ms === undefined ? {} : { after_ms };
    const judged = provider.judge?.(status, body);
    if (judged !== undefined) return { ...once(judged), status };
    if (status === 401 || status === 403) return { ...once("refused_key"), status };
    if (status === 402) return { ...once("spend"), status };
    if (status === 404) return { ...once("unknown_model", saidBy(error, key)), status };
    if (status === 429 && after_ms === undefined && spent.test(body)) {
      return { ...once("spend"), status };
    }
    if (status === 429 || status === 529 || status === 503)
      return { ...again("busy"), status, ...wait };
    if (status >= 500 || status === 408) return { ...again("server"), status, ...wait };
    return { ...once("rejected", saidBy(error, key)), status };
  }
  function once(kind: FailureKind, more: Record<string, string> = {}): Explained {
    const status = numberOf(error, "statusCode");
    const params = { ...about, ...(status === undefined ? {} : { status }), ...more };
    return { kind, params, again: false };
  }
  function again(kind: FailureKind, more: Record<string, string> = {}): Explained {
    return { ...once(kind, more), again: true };
  }
}

/** Nobody is there, or nobody whom we may trust: the next moment changes nothing. */
const neverThere = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
]);
const brokenOff = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_BODY_TIMEOUT"]);

/** Words by which providers say that money or a quota is used up. */
const spent = /insufficient_quota|exceeded your current quota|billing|credit|spend(?:ing)? limit/i;

/** What the provider wants to be waited for, from its header or, at Google, from the error's details. */
function waitNamed(error: unknown, body: string): number | undefined {
  const headers = Object(Reflect.get(Object(error), "responseHeaders") ?? {});
  const header = textOf(headers, "retry-after").trim();
  const detail = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  const seconds = header === "" ? detail : header;
  if (seconds !== undefined && /^\d+(\.\d+)?$/.test(seconds)) return Number(seconds) * 1000;
  const date = header === "" ? Number.NaN : Date.parse(header);
  const sent = Date.parse(textOf(headers, "date"));
  // By the provider's own clock, so that it does not matter whether ours agrees.
  return Number.isNaN(date) || Number.isNaN(sent) ? undefined : Math.max(0, date - sent);
}

/** The provider's own words on one line: short, and with nothing in them that looks like a secret or is a piece of the key. */
function saidBy(error: unknown, key: string | undefined): Record<string, string> {
  const message = textOf(error, "message").slice(0, 2000).replace(/\s+/g, " ").trim();
  const clean = key === undefined ? message : withoutKey(message, key);
  const said = maskText(clean).text.slice(0, longestSaid);
  return { said: said === "" ? "—" : said };
}
const longestSaid = 300;

/** Servers like to repeat the beginning or the end of a key that they refuse. */
function withoutKey(text: string, key: string): string {
  let left = "";
  for (let at = 0; at < text.length; ) {
    let end = at + shortestPiece;
    while (end <= text.length && key.includes(text.slice(at, end))) end += 1;
    const length = end - 1 - at;
    const isPiece = length >= shortestPiece;
    left += isPiece ? "…" : text.charAt(at);
    at += isPiece ? length : 1;
  }
  return left;
}
const shortestPiece = 6;

/** The error and what caused it. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at);
  return chain;
}

function textOf(value: unknown, field: string): string {
  const found: unknown = Reflect.get(Object(value), field);
  return typeof found === "string" ? found : "";
}

function numberOf(value: unknown, field: string): number | undefined {
  const found: unknown = Reflect.get(Object(value), field);
  return typeof found === "number" ? found : undefined;
}
