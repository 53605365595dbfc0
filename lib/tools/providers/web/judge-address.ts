import ipaddr from "ipaddr.js";

/**
 * May a connection be opened to this IP address? Only what is routed on the public internet is open: everything that is
 * private, local, shared, reserved, for documentation or a second spelling of another address is not, and neither is
 * what cannot be read. The name of the range that closes it; undefined when it is open. Pure.
 *
 *   127.0.0.1          loopback
 *   ::ffff:10.0.0.1    ipv4Mapped
 *   64:ff9b::7f00:1    loopback      a gateway would lead to 127.0.0.1
 *   64:ff9b::808:808   open          as resolvers of networks without IPv4 write 8.8.8.8
 */
export function closedRange(address: string): string | undefined {
  // A zone names an interface of this machine.
  if (address.includes("%") || !ipaddr.isValid(address)) return "unreadable";
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return closedIPv4(parsed);
  return closedIPv6(parsed as ipaddr.IPv6); // there are two kinds
}

function closedIPv4(address: ipaddr.IPv4): string | undefined {
  const range = address.range();
  if (range !== "unicast") return range;
  return address.toString() === azureHost ? "cloudHost" : undefined;
}

/** Azure's host answers its machines at this public address; those of other clouds stand in ranges that are closed anyhow. */
const azureHost = "168.63.129.16";

const translated = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number]; // as it is written
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

function closedIPv6(address: ipaddr.IPv6): string | undefined {
  if (address.match(translated)) {
    return closedIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  const range = address.range();
  if (range !== "unicast") return range;
  return address.match(globalUnicast) ? undefined : "reserved";
}

/**
 * Does this address lead to this machine, by one of its own addresses, or to a neighbour on its link? IPv6 gives every machine of
 * a network a public address: whoever shares the first 64 bits of an own one is a neighbour. Pure.
 */
export function isOwnAddress(address: string, own: readonly string[]): boolean {
  const wanted = plainForm(address);
  return own.some((given) => {
    const mine = plainForm(given);
    if (mine === undefined || wanted === undefined || mine.kind() !== wanted.kind()) return false;
    return wanted instanceof ipaddr.IPv6 && mine instanceof ipaddr.IPv6
      ? wanted.match(mine, linkBits)
      : wanted.toString() === mine.toString();
  });
}

const linkBits = 64;

/** Without its zone, and as IPv4 where a gateway would lead there. */
function plainForm(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [bare = ""] = address.split("%");
  if (!ipaddr.isValid(bare)) return undefined;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(translated)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(12));
  }
  return parsed;
}
