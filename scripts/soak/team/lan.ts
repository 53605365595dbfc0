import { execFileSync } from "node:child_process";

/**
 * A network inside this machine: a bridge, and places with a network of their own (network namespaces) that are plugged into
 * it. What is cut is lost without a word: packets go to an address of the link that nobody has, so that neither side is told, as
 * where a cable is pulled between two switches.
 */
export type Lan = {
  /** A place with so many addresses. */
  place(name: string, addresses?: number): Place;
  /** From now on neither of the two hears the other; called back, both do again. */
  cut(one: Place, other: Place): () => void;
  /** This machine's own processes and one address of a place hear each other no more. */
  cutAddress(place: Place, address: string): () => void;
  close(): void;
};
export type Place = {
  name: string;
  addresses: readonly string[];
  /** What a command is begun with to run there. */
  within: readonly string[];
};

const net = "10.213.77";
const nobody = "02:00:00:00:00:ff";

export function openLan(): Lan {
  const mark = process.pid.toString(36);
  const bridge = `dl${mark}`;
  const places: Place[] = [];
  let next = 10;
  ip("link", "add", bridge, "type", "bridge");
  try {
    ip("addr", "add", `${net}.1/24`, "dev", bridge);
    ip("link", "set", bridge, "up");
  } catch (error) {
    ip("link", "del", bridge);
    throw error;
  }
  const loseAt = (place: Place | undefined, addresses: readonly string[]) => {
    const [where, dev] = place === undefined ? [[], bridge] : [["-n", place.name], "eth0"];
    for (const address of addresses) {
      ip(
        ...where,
        ...["neigh", "replace", address, "lladdr", nobody],
        ...["dev", dev, "nud"],
        "permanent",
      );
    }
    return () => {
      for (const address of addresses) ip(...where, "neigh", "del", address, "dev", dev);
    };
  };
  return {
    place(name, count = 1) {
      const space = `docent-${mark}-${name}`;
      const link = `${bridge}${places.length}`;
      const addresses = Array.from({ length: count }, () => `${net}.${next++}`);
      const place = { name: space, addresses, within: ["ip", "netns", "exec", space] };
      ip("netns", "add", space);
      places.push(place);
      ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", space);
      ip("link", "set", link, "master", bridge, "up");
      for (const address of addresses)
        ip("-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
      for (const dev of ["lo", "eth0"]) ip("-n", space, "link", "set", dev, "up");
      return place;
    },
    cut(one, other) {
      const mends = [loseAt(one, other.addresses), loseAt(other, one.addresses)];
      return () => {
        for (const mend of mends) mend();
      };
    },
    cutAddress(place, address) {
      const mend = loseAt(undefined, [address]);
      const rule = ["from", address, "blackhole"];
      ip("-n", place.name, "rule", "add", ...rule);
      return () => {
        mend();
        ip("-n", place.name, "rule", "del", ...rule);
      };
    },
    close() {
      for (const { name } of places) ip("netns", "del", name);
      ip("link", "del", bridge);
    },
  };
}

/** Why there can be none; undefined where there can. */
export function lackingLan(): string | undefined {
  try {
    openLan().close();
    return undefined;
  } catch {
    return "this user may not make network namespaces (root may): processes are stopped (SIGSTOP) instead of cut off";
  }
}

const ip = (...args: string[]): string =>
  execFileSync("ip", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
