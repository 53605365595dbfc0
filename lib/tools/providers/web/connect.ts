import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { buildConnector } from "undici";
import { saidError } from "#lib/platform/said-error";
import { closedRange, isOwnAddress } from "./judge-address.ts";
import { judgeUrl, literalAddress } from "./judge-url.ts";

/** The addresses of a name. Handed in by tests; nothing that a person, a file or a variable says changes it. */
export type Resolve = (host: string) => Promise<readonly string[]>;
/** The addresses of this machine itself, as they are at this moment. */
export type OwnAddresses = () => readonly string[];
/** An open connection to exactly this address; the signal is of its opening and not of what follows. */
export type Dial = (address: string, port: number, signal: AbortSignal) => Promise<Socket>;

/**
 * The only way from here to the web: an undici connector that judges what is asked for, looks its name up once, judges
 * every address it was told, and opens the connection to one of these very addresses, so that a name which leads
 * elsewhere a moment later leads nowhere. One closed address among open ones closes them all, and closed too is a public
 * address that this machine or a neighbour on its link has.
 */
export function judgedConnector(deps: {
  build: typeof buildConnector;
  resolve: Resolve;
  dial: Dial;
  ownAddresses: OwnAddresses;
  signal: AbortSignal;
  onSocket: (socket: Socket, address: string) => void;
}): buildConnector.connector {
  const { build, resolve, dial, ownAddresses, signal, onSocket } = deps;
  // Said, and not left to NODE_TLS_REJECT_UNAUTHORIZED.
  const encrypt = build({
    allowH2: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
  });

  async function open({ protocol, hostname, port }: buildConnector.Options): Promise<Socket> {
    const judged = judgeUrl(`${protocol}//${bracketed(hostname)}${port === "" ? "" : `:${port}`}/`);
    if (judged.kind === "refused")
      throw saidError(judged.rule, `web.refused.${judged.rule}`, judged);
    const { host } = judged;
    const addresses = await openAddresses(host, resolve, signal);
    const own = ownAddresses();
    if (addresses.some((address) => isOwnAddress(address, own))) {
      throw saidError("ssrf_address", "web.refused.own_address", { host });
    }
    let failure: unknown;
    for (const [i, address] of addresses.entries()) {
      const last = i === addresses.length - 1;
      try {
        const within = last ? signal : AbortSignal.any([signal, AbortSignal.timeout(perAddressMs)]);
        const socket = await dial(address, judged.port, within);
        onSocket(socket, address);
        return socket;
      } catch (error) {
        failure = error; // the next one may be reached
      }
      signal.throwIfAborted();
    }
    throw failure;
  }

  return (options, callback) => {
    open(options).then(
      (socket) => {
        if (options.protocol !== "https:") return callback(null, socket);
        encrypt({ ...options, httpSocket: socket }, callback);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/** Of several addresses one may be of a kind that this network does not carry. */
const perAddressMs = 3000;

/** Throws `ssrf_dns` for a name that leads nowhere, `ssrf_address` when any of its addresses is closed. */
async function openAddresses(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const literal = literalAddress(host);
  if (literal !== undefined) return [literal]; // judged with its url
  let addresses: readonly string[];
  try {
    addresses = await beforeAborted(resolve(host), signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw saidError("ssrf_dns", "web.refused.ssrf_dns", { host }, { cause });
  }
  if (addresses.length === 0) throw saidError("ssrf_dns", "web.refused.ssrf_dns", { host });
  if (addresses.some((address) => closedRange(address) !== undefined)) {
    throw saidError("ssrf_address", "web.refused.ssrf_address", { host });
  }
  return addresses;
}

/** A look-up of the system cannot be ended, only left. */
export function beforeAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const leave = () => failed(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener("abort", leave));
  });
}

const bracketed = (host: string) =>
  host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

export const systemOwnAddresses: OwnAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

export const systemDial: Dial = (address, port, signal) =>
  new Promise((done, failed) => {
    const socket = connect({ host: address, port, noDelay: true });
    const leave = () => {
      socket.destroy();
      failed(signal.reason);
    };
    const settled = () => signal.removeEventListener("abort", leave);
    signal.addEventListener("abort", leave, { once: true });
    socket.once("connect", () => {
      settled();
      done(socket);
    });
    // It stays: an error that nobody waits for any more ends no program.
    socket.on("error", (error) => {
      settled();
      failed(error);
    });
    if (signal.aborted) leave();
  });
