import type { Role } from "#lib/contracts/people";

/**
 * Who may call a route: the least role, and how a program that shows a token may. It is data beside the routes themselves,
 * one row for each; a route without a row lets in nobody, and `tests/contract/http/isolation.test.ts` fails over it.
 */
export type Right = {
  /** `anyone`: also who is not known. */
  role: Role | "anyone";
  /** By which tokens: those that only read too, those that may do all, or none, so that only the page can. */
  token: "read" | "all" | "none";
};
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const right = (role: Right["role"], token: Right["token"]): Right => ({ role, token });
const anyone = right("anyone", "read");
/** Reads what is one's own, or documents that one may read. */
const read = right("reader", "read");
/** Asks, and changes what is one's own. */
const own = right("reader", "all");
/** Starts work, and changes documents or files. */
const edit = right("editor", "all");
const adminRead = right("admin", "read");
const admin = right("admin", "all");
/** What only a person at the page does, whatever a token may. */
const atPage = right("reader", "none");
const adminAtPage = right("admin", "none");

export const rights: Readonly<Record<string, Partial<Record<Method, Right>>>> = {
  "/api/[[...unknown]]": { GET: read, POST: read, PUT: read, PATCH: read, DELETE: read },
  "/api/access/check": { POST: adminRead },
  "/api/activity/cases": { GET: read, POST: own },
  "/api/activity/cases/[trace_id]": { DELETE: own },
  "/api/activity/compact": { POST: admin },
  "/api/activity/kept": { GET: adminRead },
  "/api/activity/series": { GET: read },
  "/api/agents": { GET: read },
  "/api/approvals": { GET: read },
  "/api/approvals/[id]": { GET: read, POST: own },
  "/api/ask": { POST: read },
  "/api/audit": { GET: adminRead },
  "/api/audit/calls": { GET: adminRead },
  "/api/audit/export": { GET: adminRead },
  "/api/audit/state": { GET: adminRead },
  "/api/auth/callback": { GET: anyone },
  "/api/auth/me": { GET: read },
  "/api/auth/sign-out": { POST: atPage },
  "/api/auth/start": { GET: anyone },
  "/api/auth/tokens": { GET: atPage, POST: atPage },
  "/api/auth/tokens/[id]": { DELETE: atPage },
  "/api/chat": { POST: own },
  "/api/chat/[thread_id]/stop": { POST: own },
  "/api/chat/[thread_id]/stream": { GET: read },
  "/api/config": { GET: adminRead, PUT: admin },
  "/api/config/undo": { POST: admin },
  "/api/embedding": { GET: adminRead, POST: admin },
  "/api/embedding/test": { POST: admin },
  "/api/feedback": { GET: read },
  "/api/health": { GET: anyone },
  "/api/index": { GET: read, POST: admin },
  "/api/index/skipped": { GET: read },
  "/api/mcp/[server]/restart": { POST: admin },
  "/api/mcp/status": { GET: adminRead },
  "/api/mcp/tools": { GET: adminRead },
  "/api/memory": { GET: read, PATCH: admin },
  "/api/memory/concepts": { POST: own },
  "/api/memory/concepts/[id]": { PATCH: own, DELETE: own },
  "/api/memory/episodes": { GET: read },
  "/api/memory/export": { GET: read },
  "/api/memory/forget": { POST: own },
  "/api/memory/sizes": { GET: read },
  "/api/memory/tasks": { POST: read },
  "/api/metrics": { GET: adminRead },
  "/api/models": { GET: read },
  "/api/models/test": { POST: admin },
  "/api/network": { GET: adminRead },
  "/api/patches/[patch_id]": { GET: read },
  "/api/patches/[patch_id]/apply": { POST: edit },
  "/api/patches/[patch_id]/undo": { POST: edit },
  "/api/people": { GET: adminRead },
  "/api/people/[id]": { PATCH: adminAtPage, DELETE: adminAtPage },
  "/api/permissions/[id]": { DELETE: own },
  "/api/ready": { GET: anyone },
  "/api/roots/complete": { GET: adminAtPage },
  "/api/roots/inspect": { POST: adminAtPage },
  "/api/sandbox": { GET: read },
  "/api/sandbox/runs/[id]/[sha256]": { GET: read },
  "/api/session": { POST: anyone, DELETE: anyone },
  "/api/skills": { GET: read },
  "/api/skills/[name]": { GET: read, PATCH: admin },
  "/api/skills/rescan": { POST: admin },
  "/api/sources/picture": { GET: read },
  "/api/sources/preview": { GET: read },
  "/api/suggest": { GET: read },
  "/api/task-types": { GET: read },
  "/api/tasks": { GET: read, POST: edit },
  "/api/tasks/[id]": { GET: read, DELETE: own },
  "/api/tasks/[id]/artifacts/[name]": { GET: read },
  "/api/tasks/[id]/cancel": { POST: own },
  "/api/tasks/[id]/events": { GET: read },
  "/api/threads": { GET: read, DELETE: own },
  "/api/threads/[id]": { GET: read, PATCH: own, DELETE: own },
  "/api/threads/[id]/export": { GET: read },
  "/api/threads/[id]/feedback": { POST: own },
  "/api/threads/[id]/follow-ups": { GET: read },
  "/api/threads/[id]/markdown": { GET: read },
  "/api/tools": { GET: read },
  "/api/tools/[name]/invoke": { POST: edit },
  "/api/traces": { GET: read },
  "/api/traces/[trace_id]": { GET: read },
  "/api/traces/[trace_id]/export": { GET: read },
  "/api/traces/[trace_id]/replay": { POST: edit },
  "/api/traces/[trace_id]/spans": { GET: read },
  "/api/traces/[trace_id]/spans/[span_id]": { GET: read },
  "/api/web": { GET: read },
  "/api/web/fetch-again": { POST: edit },
  "/api/web/pages": { GET: read, DELETE: own },
  "/api/web/test": { POST: admin },
};

/** Patterns by their number of parts, those without a name in them first, as Next chooses. */
const patterns = Object.keys(rights)
  .filter((pattern) => !pattern.includes("[["))
  .map((pattern) => ({ pattern, parts: pattern.split("/") }))
  .toSorted((a, b) => names(a.parts) - names(b.parts));

function names(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith("[")).length;
}

/** The row of an address where there is no route. */
export const nowhere = "/api/[[...unknown]]";

/**
 * The right that a request needs; undefined where no row says, and then nobody has it: a route is never taken for `nowhere`,
 * however its address is spelled. Without a `method`: for one that the route does not take, which it refuses itself, and
 * tells nobody more for that.
 */
export function rightFor(
  { pathname, there }: { pathname: string; there: boolean },
  method: Method | undefined,
): Right | undefined {
  const given = pathname.replace(/\/+$/, "").split("/");
  const found = patterns.find(
    ({ parts }) =>
      parts.length === given.length &&
      parts.every((part, i) => part.startsWith("[") || part === given[i]),
  );
  const row = rights[there ? (found?.pattern ?? "") : nowhere];
  return method === undefined && row !== undefined ? read : row?.[method ?? "GET"];
}
