/**
 * The page and its routes. Security headers stand here for every response; the server is started by
 * `scripts/start.mjs`, which owns address, port and shut-down.
 */
const policy = [
  "default-src 'self'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  // Next puts the data of a page into inline scripts, and its development server evaluates code.
  `script-src 'self' 'unsafe-inline'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}`,
  // Styles computed by components (sizes of panes, positions of cards) are style attributes.
  "style-src 'self' 'unsafe-inline'",
].join("; ");

const headers = [
  { key: "Content-Security-Policy", value: policy },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  serverExternalPackages: ["better-sqlite3", "pino", "write-file-atomic"],
  // Types and lint are judged by `npm run check`; a build only builds.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: "/:path*", headers }],
};
