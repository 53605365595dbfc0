/**
 * The page and its routes. Headers that are the same for every response stand here, the content policy of pages in
 * `proxy.ts`. The server is started by `scripts/start.mjs`, which owns address, port and shut-down.
 */
const everywhere = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];
/** What a route answers is data: opened as a page it may load and run nothing. */
const routes = [
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'; sandbox" },
];

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // Names beside "localhost", the one Next is told, under which the page under development may be opened.
  allowedDevOrigins: ["127.0.0.1", "[::1]", ...(process.env.HOST ? [process.env.HOST] : [])],
  serverExternalPackages: ["better-sqlite3", "pino", "write-file-atomic", "@node-rs/jieba"],
  experimental: {
    // A page that is opened while the server is gone waits for it; else the browser would put its own error page there.
    useOffline: true,
    // Ninety routes would be loaded before the first page is shown.
    preloadEntriesOnStart: false,
  },
  // The page's texts come read as messages (`components/locale/read-messages.ts`), so the browser gets no reader of them.
  turbopack: {
    resolveAlias: {
      "use-intl/format-message":
        "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
  },
  // Types are judged by `npm run check`; a build only builds.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    { source: "/:path*", headers: everywhere },
    { source: "/api/:path*", headers: routes },
  ],
};
