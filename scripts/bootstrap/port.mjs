import { createServer } from "node:net";
import { isPacked } from "./project.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal } from "./tell.mjs";

/** What a person has written, to be written once more behind another PORT. */
const ofPackage = process.env.npm_command === "exec" ? "npx …" : "docent";
const start = isPacked ? ofPackage : "npm start";

/** Refuses a port that cannot be listened on, before anything long is done for it. */
export async function refuseTakenPort({ port, host }) {
  const server = createServer();
  await listen(server, { port, host });
  await new Promise((resolve) => server.close(resolve));
}

/** A port that is free now, for a server of the tests. */
export async function freePort() {
  const server = createServer();
  await listen(server, { port: 0, host: "127.0.0.1" });
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Listens, or refuses in a sentence that names the variable to change. */
export function listen(server, { port, host }) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explained(error, port, host)));
    server.listen({ port, host, exclusive: true }, resolve);
  });
}

function explained(error, port, host) {
  if (error.code === "EADDRINUSE") return new Refusal(sentences.portTaken(port, host, start));
  if (error.code === "EACCES") return new Refusal(sentences.portForbidden(port, start));
  if (error.code === "EADDRNOTAVAIL") return new Refusal(sentences.hostMissing(host));
  return error;
}
