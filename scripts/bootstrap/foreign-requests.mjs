/**
 * Requests that reach neither a route nor a page and so are not judged there: built files, and connections that ask to
 * become something else than HTTP.
 */
const judged = async () => import("../../lib/platform/same-origin.ts");

/** Built files are shown under the server's own names only. */
export async function refuseForeignFiles(environment) {
  const { judgeHost } = await judged();
  return (request, response) => {
    if (!request.url.startsWith("/_next/")) return false;
    if (judgeHost(headersOf(request), environment).kind === "allowed") return false;
    response.writeHead(403, { "content-type": "text/plain" }).end();
    return true;
  };
}

/** The built server upgrades nothing; the development server has a socket for its own page. */
export async function refuseForeignUpgrades(server, environment, { dev }) {
  const { judgeOrigin } = await judged();
  server.prependListener("upgrade", (request, socket) => {
    if (dev && judgeOrigin(headersOf(request), environment).kind === "allowed") return;
    socket.on("error", () => undefined); // it may be gone already
    socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
}

function headersOf({ headers }) {
  const given = ["host", "origin", "sec-fetch-site"].filter((name) => headers[name] !== undefined);
  return new Headers(given.map((name) => [name, headers[name]]));
}
