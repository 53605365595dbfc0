import { z } from "zod";
import type { Assembly } from "#lib/assembly";
import type { Lang } from "#lib/contracts/answer";
import { type AppError, type ErrorBody, pathRules, skipRules } from "#lib/contracts/errors";
import { localeCookie } from "../../../components/locale/locales.ts";
import { negotiateLocale } from "../../../components/locale/negotiate.ts";
import { errorStatus } from "./error-status.ts";
import { heldAssembly } from "./held-assembly.ts";
import { readJson } from "./read-json.ts";

/** One request, checked and ready to be answered. */
export type Call = {
  assembly: Assembly;
  request: Request;
  trace_id: string;
  /** Language of sentences that are not part of an answer. */
  lang: Lang;
  /** False only on a route that is there for everybody: this one has not shown the access token. */
  inside: boolean;
  /** Where the request comes from, as the server that took it saw it. */
  address: string;
  /** Fires when nobody waits for the response any more. */
  signal: AbortSignal;
  params: Record<string, string>;
  query<S extends z.ZodObject>(schema: S): z.infer<S>;
  body<S extends z.ZodObject>(schema: S): Promise<z.infer<S>>;
  json(): Promise<unknown>;
};

type Entry = ReturnType<Assembly["authentication"]["judge"]>;
/** Written over by the server that takes the connection, whatever the sender says. */
const addressHeader = "x-docent-address";

type Handler = (call: Call) => Response | Promise<Response>;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];
type Context = { params: Promise<Record<string, string | string[] | undefined>> };
type NextHandler = (request: Request, context: Context) => Promise<Response>;

/**
 * Every route of the server is made here: Host and Origin are judged before any work, every response carries its trace
 * id and is kept out of caches, every failure is an ErrorBody with a sentence, a method that the route does not have is 405.
 * Where there is an access token it is asked for before anything else, unless the route is `open`.
 */
export function route(handlers: Partial<Record<Method, Handler>> & { open?: true }) {
  const { open = false } = handlers;
  const allow = [...methods.filter((method) => handlers[method]), "OPTIONS"].join(", ");
  const answer = (method: Method): NextHandler => {
    return (request, context) =>
      respond(request, context, open, handlers[method] ?? refuseMethod(allow));
  };
  const options: NextHandler = (request, context) =>
    respond(request, context, open, () => new Response(null, { status: 204, headers: { allow } }));
  return {
    GET: answer("GET"),
    POST: answer("POST"),
    PUT: answer("PUT"),
    PATCH: answer("PATCH"),
    DELETE: answer("DELETE"),
    OPTIONS: options,
  };
}

/** For an address where there is nothing, whatever the method. */
export function noRoute() {
  const refuse: Handler = ({ assembly }) => {
    throw assembly.failure("not_found", "error.not_found");
  };
  return route({ GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse });
}

async function respond(
  request: Request,
  context: Context,
  open: boolean,
  handler: Handler,
): Promise<Response> {
  const assembly = heldAssembly();
  const trace_id = assembly.newId("trace");
  const lang = languageOf(request);
  let response: Response;
  try {
    refuseStrangers(request, assembly);
    const address = request.headers.get(addressHeader) ?? "";
    const inside = isInside(request, address, assembly, open);
    const params = await singleParams(context);
    const call: Call = {
      assembly,
      request,
      trace_id,
      lang,
      inside,
      address,
      signal: request.signal,
      params,
      query: (schema) => assembly.parse(schema, queryOf(request), lang),
      body: async (schema) =>
        assembly.parse(schema, await readJson(request, assembly.failure), lang),
      json: () => readJson(request, assembly.failure),
    };
    response = await handler(call);
  } catch (error) {
    // Whoever asked has gone meanwhile: no failure that anyone has to look into.
    const left = request.signal.aborted && error === request.signal.reason;
    const said = left ? assembly.failure("cancelled", "error.cancelled") : error;
    response = errorResponse(said, assembly, trace_id, lang);
  }
  if (!response.headers.has("x-trace-id")) response.headers.set("x-trace-id", trace_id);
  response.headers.set("cache-control", "no-store");
  return response;
}

function refuseStrangers(request: Request, { judgeOrigin, failure }: Assembly): void {
  const verdict = judgeOrigin(request.headers);
  if (verdict.kind === "host_not_allowed") {
    const { host, expected } = verdict;
    throw failure("host_not_allowed", "error.host_not_allowed", { host, expected });
  }
  if (verdict.kind === "origin_not_allowed") {
    throw failure("origin_not_allowed", "error.origin_not_allowed", { origin: verdict.origin });
  }
}

/** Throws `unauthorized` or `rate_limited`, except for an open route, which answers those outside less. */
function isInside(request: Request, address: string, assembly: Assembly, open: boolean): boolean {
  const { headers } = request;
  const entry = assembly.authentication.judge({
    cookie: headers.get("cookie"),
    authorization: headers.get("authorization"),
    address,
  });
  if (entry.kind === "in") return true;
  if (open) return false;
  throw notLetIn(entry, assembly);
}

export function notLetIn(entry: Exclude<Entry, { kind: "in" }>, { failure }: Assembly): AppError {
  if (entry.kind === "out") return failure("unauthorized", "error.unauthorized");
  const { retry_after_s } = entry;
  return failure("rate_limited", "error.rate_limited", { seconds: retry_after_s });
}

function refuseMethod(allow: string): Handler {
  return ({ assembly, request, trace_id, lang }) => {
    const { method } = request;
    const error = assembly.failure("validation", "error.method", { method, allowed: allow });
    const response = errorResponse(error, assembly, trace_id, lang, 405);
    response.headers.set("allow", allow);
    return response;
  };
}

export function errorResponse(
  error: unknown,
  assembly: Assembly,
  trace_id: string,
  lang: Lang,
  status?: number,
): Response {
  const known = assembly.explain(error, trace_id);
  const { code, setting } = known;
  const body: ErrorBody = {
    error: {
      code,
      message: assembly.sentence(known, lang),
      ...(isRule(code) ? { rule: code } : {}),
      ...(setting === undefined ? {} : { setting }),
      trace_id,
    },
  };
  return Response.json(body, { status: status ?? errorStatus(code), headers: waitOf(known) });
}

/** Whoever holds what is needed has had five seconds already. */
const BUSY_S = "5";

/** What an error says of when to come again, and of how to be let in. */
function waitOf({ code, details }: AppError): Record<string, string> {
  if (code === "unauthorized") return { "www-authenticate": "Bearer" };
  if (code === "busy") return { "retry-after": BUSY_S };
  const { success, data } = Waiting.safeParse(details);
  return success ? { "retry-after": String(data.said.params.seconds) } : {};
}
const Waiting = z.object({ said: z.object({ params: z.object({ seconds: z.number() }) }) });

function isRule(code: string): boolean {
  return [...pathRules, ...skipRules].some((rule) => rule === code);
}

/** A parameter given twice counts once, with its last value. */
function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

async function singleParams(context: Context): Promise<Record<string, string>> {
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function languageOf(request: Request): Lang {
  const cookie = new RegExp(`(?:^|;\\s*)${localeCookie}=([^;]*)`).exec(
    request.headers.get("cookie") ?? "",
  );
  return negotiateLocale(cookie?.[1], request.headers.get("accept-language"));
}
