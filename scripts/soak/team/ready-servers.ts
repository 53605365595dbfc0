import { setTimeout as after } from "node:timers/promises";
import type { WebServer } from "../../../bench/programs/web-server.ts";

/**
 * Which servers may be asked, as a proxy finds it out: by `GET /api/ready` each second. The address at a place changes when its
 * server is started again.
 */
export type ReadyServers = {
  put(place: number, address: string | undefined): void;
  /** For whoever has asked so often already: the own one where it is ready, or else the next. */
  pick(home: number, attempt: number): string | undefined;
  isReady(place: number): boolean;
  close(): Promise<void>;
};

const look_ms = 1_000;

export function watchServers(places: number): ReadyServers {
  const addresses: (string | undefined)[] = Array.from({ length: places });
  const ready = new Set<string>();
  let over = false;
  const looking = Promise.all(addresses.map((_, place) => lookAt(place)));

  async function lookAt(place: number): Promise<void> {
    while (!over) {
      const address = addresses[place];
      if (address !== undefined) {
        if (await answers(address)) ready.add(address);
        else ready.delete(address);
      }
      await after(look_ms);
    }
  }
  return {
    put(place, address) {
      const before = addresses[place];
      if (before !== undefined && before !== address) ready.delete(before);
      addresses[place] = address;
    },
    pick(home, attempt) {
      const order = addresses.map((_, i) => addresses[(home + i) % places]);
      const open = order.filter((address) => address !== undefined && ready.has(address));
      return open[attempt % Math.max(1, open.length)];
    },
    isReady: (place) => ready.has(addresses[place] ?? ""),
    async close() {
      over = true;
      await looking;
    },
  };
}

/** Whether a server that was started may be asked by now; throws where it has ended instead. */
export async function isReady(web: WebServer): Promise<boolean> {
  await web.health();
  return answers(web.address);
}

async function answers(address: string): Promise<boolean> {
  try {
    const asked = await fetch(`${address}/api/ready`, { signal: AbortSignal.timeout(2_000) });
    await asked.arrayBuffer();
    return asked.status === 200;
  } catch {
    return false;
  }
}
