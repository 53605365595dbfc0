/**
 * Requests that reach neither a route nor a page and so are not judged there: built files, targets that are no path, and
 * connections that ask to become something else than HTTP.
 */
const judged = async () => import("../../lib/platform/same-origin.ts");

/** Built files are shown under the server's own names only, and nobody is called for a request that names a server. */
export async function refuseForeign(environment) {
  const { judgeHost } = await judged();
  return (request, response) => {
    if (!request.url.startsWith("/")) {
      response.writeHead(400, { "content-type": "text/plain" }).end();
      return true;
    }
    if (!request.url.startsWith("/_next/")) return false;
    if (judgeHost(headersOf(request), environment).kind === "allowed") return false;
    response.writeHead(403, { "content-type": "text/plain" }).end();
    return true;
  };
}

/**
 * The built server upgrades nothing; the development server has a socket for its own page. What is refused never comes
 * to Next, which would follow a rewrite of it.
 */
export async function refuseForeignUpgrades(server, environment, { dev, upgrades }) {
  const { judgeOrigin } = await judged();
  server.on("upgrade", (request, socket, head) => {
    if (dev && judgeOrigin(headersOf(request), environment).kind === "allowed") {
      upgrades.emit("upgrade", request, socket, head);
      return;
    }
    socket.on("error", () => undefined); // it may be gone already
    socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
}

function headersOf({ headers }) {
  const given = ["host", "origin", "sec-fetch-site"].filter((name) => headers[name] !== undefined);
  return new Headers(given.map((name) => [name, headers[name]]));
}
