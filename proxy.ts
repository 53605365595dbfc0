import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import type { Assembly } from "#lib/assembly";
import { judgeHost } from "#lib/platform/same-origin";
import { say } from "#lib/platform/say";
import { accountHeader, signedOutHeader, signInPath } from "./components/sign-in/sign-in-path.ts";

// Made as the server starts, in this process. Without it nothing is shown.
const held = globalThis as typeof globalThis & { docentAssembly?: Assembly };

/**
 * The content policy of every page, and no page at all under a foreign name: that is how another site's page would get
 * at a server on this machine. Where there is an access token, who has not shown it gets the page to sign in on, at
 * whatever address. Next puts the data of a page into inline scripts and marks them with the nonce it finds in the
 * request's policy; a script without it, whoever wrote it into the page, does not run.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const assembly = held.docentAssembly;
  if (assembly === undefined) return new NextResponse(null, { status: 503 });
  const verdict = judgeHost(request.headers, assembly.env);
  if (verdict.kind === "host_not_allowed") {
    const { host, expected } = verdict;
    return new NextResponse(say("en", "error.host_not_allowed", { host, expected }), {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  const policy = contentPolicy(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  for (const name of [signedOutHeader, accountHeader]) headers.delete(name);
  const entry = await entryOf(request, assembly);
  if (assembly.identity.people && entry.kind === "in") {
    const { name, role } = entry.person;
    headers.set(accountHeader, encodeURIComponent(JSON.stringify({ name, role })));
  }
  const outside = assembly.identity.people ? entry.kind : "token";
  const response = pageFor(request, headers, entry.kind === "in" ? undefined : outside);
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Everything but the routes, which have a policy of their own, built files and the icon. */
export const config = { matcher: "/((?!api/|_next/static/|icon\\.svg$).*)" };

/** The page that was asked for, or in its place the one to sign in on; that one is nowhere once one is inside. */
function pageFor(
  request: NextRequest,
  headers: Headers,
  outside: string | undefined,
): NextResponse {
  const inside = outside === undefined;
  const asked = request.nextUrl.pathname;
  if (inside && asked !== signInPath) return NextResponse.next({ request: { headers } });
  const shown = request.nextUrl.clone();
  shown.pathname = inside ? "/" : signInPath;
  if (inside) return NextResponse.rewrite(shown, { request: { headers } });
  headers.set(signedOutHeader, outside);
  const response = NextResponse.rewrite(shown, { request: { headers }, status: 401 });
  response.headers.set("cache-control", "no-store");
  return response;
}

/** Where that cannot be known now nobody is let in. */
async function entryOf(
  { headers }: NextRequest,
  { identity }: Assembly,
): ReturnType<Assembly["identity"]["judge"]> {
  const shown = {
    cookie: headers.get("cookie"),
    authorization: headers.get("authorization"),
    address: headers.get("x-docent-address") ?? "",
  };
  return identity.judge(shown).catch(() => ({ kind: "away" as const }));
}

function contentPolicy(nonce: string): string {
  // The development server evaluates code; what is built does not.
  const evaluation = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    // Sizes of panes and positions of cards are style attributes.
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
