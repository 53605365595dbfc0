import { z } from "zod";
import type { Assembly } from "#lib/assembly";
import type { Lang } from "#lib/contracts/answer";
import { type AppError, type ErrorBody, pathRules, skipRules } from "#lib/contracts/errors";
import { hasRole, type Person, type Role } from "#lib/contracts/people";
import { localeCookie } from "../../../components/locale/locales.ts";
import { negotiateLocale } from "../../../components/locale/negotiate.ts";
import { errorStatus } from "./error-status.ts";
import { heldAssembly } from "./held-assembly.ts";
import { readJson } from "./read-json.ts";
import { rightFor } from "./rights.ts";

/** One request, checked and ready to be answered. */
export type Call = {
  assembly: Assembly;
  request: Request;
  trace_id: string;
  /** Language of sentences that are not part of an answer. */
  lang: Lang;
  /** False only on a route that is there for everybody: this one has not shown what lets in. */
  inside: boolean;
  /** Who sends it; absent where `inside` is false. */
  person: Person | undefined;
  /** How they came in. */
  by: Means | undefined;
  /** Where the request comes from, as the server that took it saw it. */
  address: string;
  /** Fires when nobody waits for the response any more. */
  signal: AbortSignal;
  params: Record<string, string>;
  query<S extends z.ZodObject>(schema: S): z.infer<S>;
  body<S extends z.ZodObject>(schema: S): Promise<z.infer<S>>;
  json(): Promise<unknown>;
};

type Entry = Awaited<ReturnType<Assembly["identity"]["judge"]>>;
type Means = Extract<Entry, { kind: "in" }>["by"];
type Shown = Parameters<Assembly["identity"]["judge"]>[0];

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
export function route(
  handlers: Partial<Record<Method, Handler>> & {
    open?: true;
    /**
     * Open where people sign in, since they come here to do so; "from_elsewhere": by a link of the provider's site; "to_leave":
     * only to those who are known, and may come in no further.
     */
    sign_in?: "from_here" | "from_elsewhere" | "to_leave";
    /** False for what answers where there is no route. */
    there?: false;
  },
) {
  const { open = false, sign_in, there = true } = handlers;
  const how = { open, sign_in, there };
  const allow = [...methods.filter((method) => handlers[method]), "OPTIONS"].join(", ");
  const answer = (method: Method): NextHandler => {
    const handler = handlers[method];
    // What is asked for by HEAD is what GET gives: it comes here as that, and so it is judged.
    return (request, context) =>
      handler === undefined
        ? respond(request, context, how, { method: undefined, handler: refuseMethod(allow) })
        : respond(request, context, how, { method, handler });
  };
  const tell: Handler = () => new Response(null, { status: 204, headers: { allow } });
  const options: NextHandler = (request, context) =>
    respond(request, context, how, { method: undefined, handler: tell });
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
  const all = { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
  return route({ ...all, there: false });
}

async function respond(
  request: Request,
  context: Context,
  how: How,
  { method, handler }: { method: Method | undefined; handler: Handler },
): Promise<Response> {
  const assembly = heldAssembly();
  const trace_id = assembly.newId("trace");
  const lang = languageOf(request);
  let response: Response;
  try {
    const { people } = assembly.identity;
    const known = people && how.sign_in === "to_leave";
    const open = how.open || (people && how.sign_in !== undefined && !known);
    refuseStrangers(request, assembly, people && how.sign_in === "from_elsewhere");
    const address = request.headers.get(addressHeader) ?? "";
    const shown = shownBy(request, address);
    const to = { request, method, there: how.there };
    const entry = await entryOf(to, shown, assembly, open ? "all" : known ? "known" : "none");
    const { person, by } = entry.kind === "in" ? entry : { person: undefined, by: undefined };
    const params = await singleParams(context);
    const call: Call = {
      assembly,
      request,
      trace_id,
      lang,
      ...{ inside: person !== undefined, person, by },
      address,
      signal: request.signal,
      params,
      query: (schema) => assembly.parse(schema, queryOf(request), lang),
      body: async (schema) =>
        assembly.parse(schema, await readJson(request, assembly.failure), lang),
      json: () => readJson(request, assembly.failure),
    };
    if (person === undefined) response = await handler(call);
    else {
      response = await assembly.actAs(person, async () => handler(call));
      response = whileLetIn(response, to, shown, person, assembly);
    }
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

function refuseStrangers(
  request: Request,
  { judgeOrigin, judgeHost, failure }: Assembly,
  from_elsewhere: boolean,
): void {
  // Of a page that another site sends to, only by a link that it follows, the name alone counts.
  const lead = from_elsewhere && request.method === "GET";
  const verdict = lead ? judgeHost(request.headers) : judgeOrigin(request.headers);
  if (verdict.kind === "host_not_allowed") {
    const { host, expected } = verdict;
    throw failure("host_not_allowed", "error.host_not_allowed", { host, expected });
  }
  if (verdict.kind === "origin_not_allowed") {
    throw failure("origin_not_allowed", "error.origin_not_allowed", { origin: verdict.origin });
  }
}

const shownBy = ({ headers }: Request, address: string): Shown => ({
  cookie: headers.get("cookie"),
  authorization: headers.get("authorization"),
  address,
});

type How = {
  open: boolean;
  sign_in: "from_here" | "from_elsewhere" | "to_leave" | undefined;
  there: boolean;
};

/** What is called: of a route one of its methods, or none where it takes no such; `there`: whether there is a route. */
type Called = { request: Request; method: Method | undefined; there: boolean };

/**
 * Throws why somebody is not let in, or not so far, except for an open route, which answers those outside less: all of them, or
 * those who are known.
 */
async function entryOf(
  to: Called,
  shown: Shown,
  assembly: Assembly,
  open: "all" | "known" | "none",
): Promise<Entry> {
  const entry = await assembly.identity.judge(shown);
  if (entry.kind !== "in") {
    const known = entry.kind === "no_role" || entry.kind === "away";
    if (open === "all" || (open === "known" && known)) return entry;
    throw assembly.notLetIn(entry);
  }
  const lacking = lackingFor(to, entry);
  if (lacking === undefined) return entry;
  if (open === "all") return { kind: "out" };
  const { failure } = assembly;
  throw lacking.kind === "role"
    ? failure("role_required", `error.role_${lacking.role}`)
    : failure("token_scope", "error.token_scope");
}

type LetIn = Extract<Entry, { kind: "in" }>;

/** What the row of the route asks for, and this person, or what they came in by, does not have. */
function lackingFor(
  { request, method, there }: Called,
  { person, by }: LetIn,
): { kind: "role"; role: Role } | { kind: "token" } | undefined {
  const right = rightFor({ pathname: new URL(request.url).pathname, there }, method);
  if (right === undefined) return { kind: "role", role: "admin" };
  const { role, token } = right;
  if (role !== "anyone" && !hasRole(person.role, role)) return { kind: "role", role };
  if (by.kind !== "token") return undefined;
  const enough = token === "read" || (token === "all" && by.scope === "all");
  return enough ? undefined : { kind: "token" };
}

/**
 * A stream goes on as whoever asked for it, and ends once they may not read it any more: signed out on whatever server,
 * removed, without the role, or of another role or other groups than they were.
 */
function whileLetIn(
  response: Response,
  to: Called,
  shown: Shown,
  person: Person,
  { identity, actAs }: Assembly,
): Response {
  const { body } = response;
  if (body === null || !identity.people) return response;
  const same = (entry: Entry) =>
    entry.kind === "in" &&
    lackingFor(to, entry) === undefined &&
    entry.person.id === person.id &&
    entry.person.role === person.role &&
    String(entry.person.groups) === String(person.groups);
  const reader = body.getReader();
  const read = () => actAs(person, () => reader.read());
  let unwatch: () => void = () => undefined;
  const guarded = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        unwatch = identity.watch(shown, same, () => {
          controller.close();
          reader.cancel().catch(() => undefined); // it is over either way
        });
      },
      async pull(controller) {
        const { done, value } = await read();
        try {
          if (value !== undefined) controller.enqueue(value);
          if (!done) return;
          unwatch();
          controller.close();
        } catch {
          // It was ended meanwhile.
        }
      },
      async cancel(reason) {
        unwatch();
        await actAs(person, () => reader.cancel(reason));
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(guarded, { status, statusText, headers });
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
