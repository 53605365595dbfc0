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
  return range === "unicast" ? undefined : range;
}

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
