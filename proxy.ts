import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { say } from "#lib/platform/say";
import { judgeHost } from "./app/api/_server/same-origin.ts";

/**
 * The content policy of every page, and no page at all under a foreign name: that is how another site's page would get
 * at a server on this machine. Next puts the data of a page into inline scripts and marks them with the nonce it
 * finds in the request's policy; a script without it, whoever wrote it into the page, does not run.
 */
export function proxy(request: NextRequest): NextResponse {
  const verdict = judgeHost(request.headers, {
    host: process.env.HOST ?? "127.0.0.1",
    port: Number(process.env.PORT ?? 3000),
  });
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
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Everything but the routes, which have a policy of their own, and built files. */
export const config = { matcher: "/((?!api/|_next/static/).*)" };

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
