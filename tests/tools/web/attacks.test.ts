import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemOwnAddresses } from "../../../lib/tools/providers/web/connect.ts";
import { openListener, openSite, openWeb, ruleOf, wiresTo } from "./open-web.ts";

/**
 * Every way into a private network that is known to us, as an address that is asked for and as the place that a site
 * redirects to. Listeners stand on this machine, on ports that the forbidden addresses would reach, and none of them may
 * ever be reached.
 */
const site = "203.0.114.7";
let ports: number[] = [];
let listeners: Awaited<ReturnType<typeof openListener>>[] = [];
let server: Awaited<ReturnType<typeof openSite>>;
let web: ReturnType<typeof openWeb>;
let wires: ReturnType<typeof wiresTo>;
let redirectTo = "";
let turns = 0;

beforeAll(async () => {
  listeners = await Promise.all([openListener(), openListener()]);
  ports = listeners.map(({ port }) => port);
  server = await openSite((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    response.writeHead(302, { location: redirectTo }).end();
  });
  wires = wiresTo(
    {
      "site.test": [site],
      ...Object.fromEntries(names.map(([name, addresses]) => [name, addresses])),
      // At the first look-up a public address, at every other one this machine.
      "rebinding.test": () => (turns++ === 0 ? [site] : ["127.0.0.1"]),
    },
    { [site]: server.port },
  );
  wires.ownAddresses = () => own;
  web = openWeb({ wires, settings: { allow_hosts: ["site.test"] } });
  // A connection that the forbidden side would take is one that is seen.
  for (const listener of listeners) {
    const socket = await wires.dial("127.0.0.1", listener.port, new AbortController().signal);
    await new Promise((done) => socket.resume().once("close", done));
    expect(listener.count()).toBe(1);
  }
  wires.dialled.length = 0;
});

afterAll(async () => {
  await web.close();
  await server.close();
  for (const listener of listeners) await listener.close();
});

const p = () => ports[0] ?? 0;

/** Public addresses that this machine has. */
const own = ["45.33.32.156", "2600:3c01::f03c:91ff:fe18:bb2f", "fe80::1%eth0", "127.0.0.1"];

/** Names that anybody can register, and where they lead. */
const names: (readonly [string, readonly string[]])[] = [
  ["loopback.test", ["127.0.0.1"]],
  ["loopback6.test", ["::1"]],
  ["mapped.test", ["::ffff:127.0.0.1"]],
  ["mapped-private.test", ["::ffff:10.0.0.1"]],
  ["private10.test", ["10.1.2.3"]],
  ["private172.test", ["172.16.0.9"]],
  ["private192.test", ["192.168.1.1"]],
  ["metadata.test", ["169.254.169.254"]],
  ["shared.test", ["100.64.0.1"]],
  ["zero.test", ["0.0.0.0"]],
  ["broadcast.test", ["255.255.255.255"]],
  ["multicast.test", ["224.0.0.251"]],
  ["documentation.test", ["192.0.2.1"]],
  ["benchmark.test", ["198.18.0.1"]],
  ["future.test", ["240.0.0.1"]],
  ["unique-local.test", ["fd00::1"]],
  ["link-local.test", ["fe80::1"]],
  ["zone.test", ["fe80::1%lo"]],
  ["nat64-loopback.test", ["64:ff9b::127.0.0.1"]],
  ["nat64-private.test", ["64:ff9b::a00:1"]],
  ["nat64-local.test", ["64:ff9b:1::7f00:1"]],
  ["6to4.test", ["2002:7f00:1::"]],
  ["teredo.test", ["2001:0:53aa:64c:0:fffe:80ff:fffe"]],
  ["compatible.test", ["::127.0.0.1"]],
  ["one-of-two.test", [site, "127.0.0.1"]],
  ["one-of-two-first.test", ["10.0.0.1", site]],
  ["one-of-three.test", [site, "2606:4700::1111", "::1"]],
  ["garbage.test", ["not an address"]],
  ["azure-host.test", ["168.63.129.16"]],
  ["azure-host-nat64.test", ["64:ff9b::168.63.129.16"]],
  ["aws-metadata6.test", ["fd00:ec2::254"]],
  ["google-metadata6.test", ["fd20:ce::254"]],
  ["oracle-metadata6.test", ["fd00:c1::a9fe:a9fe"]],
  ["alibaba-metadata.test", ["100.100.100.200"]],
  ["oracle-metadata.test", ["192.0.0.192"]],
  ["ecs-credentials.test", ["169.254.170.2"]],
  ["own-public.test", ["45.33.32.156"]],
  ["own-public-nat64.test", ["64:ff9b::45.33.32.156"]],
  ["own-public6.test", ["2600:3c01::f03c:91ff:fe18:bb2f"]],
  ["own-neighbour6.test", ["2600:3c01::1"]],
  ["own-among-others.test", [site, "45.33.32.156"]],
];

const octal = (bytes: number[]) => bytes.map((byte) => `0${byte.toString(8)}`).join(".");
const hex = (bytes: number[]) => bytes.map((byte) => `0x${byte.toString(16)}`).join(".");
const decimal = (bytes: number[]) => String(bytes.reduce((sum, byte) => sum * 256 + byte, 0));

/** Every spelling of an IPv4 address that some reader of addresses takes for it. */
function spellings(bytes: number[]): string[] {
  const dotted = bytes.join(".");
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const hexWord = (x: number, y: number) => (x * 256 + y).toString(16);
  return [
    dotted,
    `${dotted}.`,
    decimal(bytes),
    `0x${Number(decimal(bytes)).toString(16)}`,
    `0${Number(decimal(bytes)).toString(8)}`,
    octal(bytes),
    hex(bytes),
    `${a}.${b * 65536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
    dotted.replaceAll(".", "。"),
    dotted.replaceAll(".", "%2e"),
    [...dotted]
      .map((sign) => (/\d/.test(sign) ? String.fromCodePoint(0xff10 + Number(sign)) : sign))
      .join(""),
    `[::ffff:${dotted}]`,
    `[::ffff:${hexWord(a, b)}:${hexWord(c, d)}]`,
    `[0:0:0:0:0:ffff:${hexWord(a, b)}:${hexWord(c, d)}]`,
    `[::${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[2002:${hexWord(a, b)}:${hexWord(c, d)}::]`,
  ];
}

type Row = readonly [rule: string, url: string | (() => string)];

const literals: Row[] = [
  [127, 0, 0, 1],
  [10, 0, 0, 1],
  [192, 168, 0, 1],
  [169, 254, 169, 254],
  [168, 63, 129, 16],
].flatMap((bytes) => spellings(bytes).map((host) => ["ssrf_address", `http://${host}/`] as const));

const hosts: Row[] = [
  "0.0.0.0",
  "0",
  "127.1",
  "127.255.255.254",
  "172.31.255.255",
  "100.127.255.254",
  "192.0.0.1",
  "192.0.2.7",
  "198.51.100.7",
  "203.0.113.7",
  "198.19.255.255",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "192.88.99.1",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[fe80::1]",
  "[fe80::1%25lo]",
  "[fc00::1]",
  "[fdff:ffff::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[100::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[2001::1]",
  "[2001:20::1]",
  "[4000::1]",
  "[5f00::1]",
  "[64:ff9b:1::a00:1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "ｌｏｃａｌｈｏｓｔ",
  "ⓛocalhost",
  "api.localhost",
  "printer.local",
  "db.internal",
  "router.home.arpa",
  "hidden.onion",
  "intranet",
  "256.256.256.256",
  "1.2.3.4.5",
  "0x7f.1",
  "45.33.32.156",
  "0x2d21209c",
  "[2600:3c01::f03c:91ff:fe18:bb2f]",
  "[2600:3c01::5]",
  "[64:ff9b::2d21:209c]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "100.100.100.200",
  "192.0.0.192",
  "metadata.google.internal",
  "METADATA.google.internal.",
  "metadata.goog",
  "metadata",
  "instance-data.ec2.internal",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "api.metadata.cloud.ibm.com",
  "kubernetes",
].map((host) => ["ssrf_address", `http://${host}/`] as const);

const forms: Row[] = [
  ["ssrf_scheme", "file:///etc/passwd"],
  ["ssrf_scheme", "file://localhost/etc/passwd"],
  ["ssrf_scheme", "FILE:///etc/passwd"],
  ["ssrf_scheme", "ftp://site.test/x"],
  ["ssrf_scheme", "ftps://site.test/x"],
  ["ssrf_scheme", "gopher://127.0.0.1:6379/_INFO"],
  ["ssrf_scheme", "dict://127.0.0.1:11211/stats"],
  ["ssrf_scheme", "ldap://127.0.0.1/"],
  ["ssrf_scheme", "ws://site.test/"],
  ["ssrf_scheme", "wss://site.test/"],
  ["ssrf_scheme", "data:text/html,<b>hi</b>"],
  ["ssrf_scheme", "javascript:alert(1)"],
  ["ssrf_scheme", "blob:http://site.test/1"],
  ["ssrf_scheme", "about:blank"],
  ["ssrf_scheme", "mailto:a@site.test"],
  ["ssrf_scheme", "view-source:http://127.0.0.1/"],
  ["ssrf_scheme", "jar:http://site.test!/"],
  ["ssrf_scheme", "unix:/var/run/docker.sock"],
  ["ssrf_scheme", "site.test/without-a-scheme"],
  ["ssrf_scheme", "//site.test/x"],
  ["ssrf_scheme", "not an address at all"],
  ["ssrf_credentials", "http://user@site.test/"],
  ["ssrf_credentials", "http://user:word@site.test/"],
  ["ssrf_credentials", "http://:word@site.test/"],
  ["ssrf_credentials", "http://site.test@127.0.0.1/"],
  ["ssrf_credentials", "http://site.test%40x@127.0.0.1/"],
  ["ssrf_credentials", "https://127.0.0.1:80@site.test/"],
  ["ssrf_port", () => `http://site.test:${p()}/`],
  ["ssrf_port", () => `http://127.0.0.1:${p()}/`],
  ["ssrf_port", () => `http://[::1]:${p()}/`],
  ["ssrf_port", () => `http://localhost:${p()}/`],
  ["ssrf_port", "http://site.test:22/"],
  ["ssrf_port", "http://site.test:0/"],
  ["ssrf_port", "http://site.test:6379/"],
  ["ssrf_port", "https://site.test:8443/"],
  ["ssrf_port", "http://site.test:65535/"],
  ["ssrf_address", "http:\\\\127.0.0.1\\"],
  ["ssrf_address", "http:/127.0.0.1/"],
  ["ssrf_address", "http:127.0.0.1"],
  ["ssrf_address", "ht\ntp://127.0.0.1/"],
  ["ssrf_address", "http://127.0.\t0.1/"],
  ["ssrf_address", "  http://127.0.0.1/  "],
  ["ssrf_address", "http://127.0.0.1#@site.test/"],
  ["ssrf_address", "http://127.0.0.1?@site.test/"],
  ["ssrf_address", "http://127.0.0.1\\@site.test/"],
  ["ssrf_address", "http://127.0.0.1:80/"],
  ["ssrf_address", "https://127.0.0.1:443/"],
  ["ssrf_address", "http://"],
  ["ssrf_address", "http://:80/"],
  ["ssrf_address", "http://%00/"],
  ["ssrf_address", "http://[::1/"],
];

const looked: Row[] = [
  ...names.map(([name]) => ["ssrf_address", `http://${name}/`] as const),
  ...names.slice(0, 6).map(([name]) => ["ssrf_address", `https://${name}:443/`] as const),
  ["ssrf_address", "http://LOOPBACK.test./"],
  ["ssrf_dns", "http://nobody.test/"],
  ["ssrf_dns", "http://аpple.test/"],
  ["ssrf_dns", "http://xn--pple-43d.test/"],
  ["ssrf_dns", `http://${"a".repeat(63)}.test/`],
];

const rows = [...literals, ...hosts, ...forms, ...looked];
const urlOf = (row: Row): string => (typeof row[1] === "function" ? row[1]() : row[1]);

/** What a redirect can lead to: an address alone is one on the site itself. */
const redirects = rows.filter(
  ([, url]) =>
    typeof url === "function" ||
    (/^[a-z-]+:/i.test(url) && !/[\n\t]|\s$/.test(url) && !sitesOwn(url)),
);

/** With one slash or none it is a path of the site that redirects, as browsers read it. */
function sitesOwn(url: string): boolean {
  return /^http:(?:\/(?!\/)|[^/\\])/.test(url);
}

describe("of what leads to a private network", () => {
  test("the table has at least 150 rows", () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(redirects.length).toBeGreaterThanOrEqual(120);
  });

  test("every address is refused by its rule before anything is dialled", async () => {
    const wrong: string[] = [];
    for (const row of rows) {
      const result = await web.call("web.fetch", { url: urlOf(row) });
      if (ruleOf(result) !== row[0]) wrong.push(`${urlOf(row)}: ${ruleOf(result)}, not ${row[0]}`);
    }
    expect(wrong).toEqual([]);
    expect(wires.dialled).toEqual([]);
    expect(listeners.map(({ count }) => count())).toEqual([1, 1]);
  });

  test("so is every one that a site redirects to, and only the site is reached", async () => {
    const wrong: string[] = [];
    for (const row of redirects) {
      // A header is bytes: what is not ASCII is written as a browser would.
      redirectTo = urlOf(row).replace(/[^\x21-\x7e]+/g, encodeURIComponent);
      const result = await web.call("web.fetch", { url: "http://site.test/start" });
      if (ruleOf(result) !== row[0]) wrong.push(`${redirectTo}: ${ruleOf(result)}, not ${row[0]}`);
    }
    expect(wrong).toEqual([]);
    expect(new Set(wires.dialled.map(({ address }) => address))).toEqual(new Set([site]));
    expect(listeners.map(({ count }) => count())).toEqual([1, 1]);
  });

  test("a public address beside the machine's own is reached, and an own one only once it is no more", async () => {
    let mine: readonly string[] = [site];
    const opened = openWeb({
      wires: { ...wires, ownAddresses: () => mine },
      settings: { allow_hosts: ["site.test"] },
    });
    redirectTo = "/end";
    const before = await opened.call("web.fetch", { url: "http://site.test/a" });
    expect([ruleOf(before), before.error?.message]).toEqual([
      "ssrf_address",
      expect.stringContaining("neighbour"),
    ]);
    expect(opened.connections.at(-1)).toMatchObject({ host: "site.test", rule: "ssrf_address" });
    mine = ["203.0.114.8", "2600:3c01:0:1::1"];
    wires.dialled.length = 0;
    await opened.call("web.fetch", { url: "http://site.test/a" });
    expect(wires.dialled[0]?.address).toBe(site);
    await opened.close();
  });

  test("the machine's own addresses are those of its interfaces", () => {
    expect(systemOwnAddresses()).toContain("127.0.0.1");
  });

  test("a refusal stands in the network log with its rule, and without what was asked for", () => {
    const refused = web.connections.filter(({ rule }) => rule !== undefined);
    expect(refused.length).toBeGreaterThanOrEqual(redirects.length);
    expect(JSON.stringify(web.connections)).not.toMatch(/passwd|INFO|start/);
  });

  test("a name that changes its mind after it was judged leads where it was judged", async () => {
    wires.dialled.length = 0;
    redirectTo = "http://rebinding.test/again";
    const result = await web.call("web.fetch", { url: "http://rebinding.test/" });
    // The first connection asks for robots.txt, pinned to what was judged; the next look-up is judged anew.
    expect(ruleOf(result)).toBe("ssrf_address");
    expect(wires.dialled).toEqual([{ address: site, port: 80 }]);
    expect(listeners.map(({ count }) => count())).toEqual([1, 1]);
  });
});

describe("of redirects", () => {
  test.each([
    ["to itself", "http://site.test/start"],
    ["to nowhere", "http://"],
    ["to an address that cannot be read", "http://[::1"],
  ])("one %s is refused", async (_, to) => {
    redirectTo = to;
    const result = await web.call("web.fetch", { url: "http://site.test/start" });
    expect(["ssrf_redirect", "ssrf_address"]).toContain(ruleOf(result));
  });

  test("a chain ends after five", async () => {
    let step = 0;
    const chain = await openSite((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      step += 1;
      response.writeHead(301, { location: `/${step}` }).end();
    });
    const other = openWeb({ wires: wiresTo({ "chain.test": [site] }, { [site]: chain.port }) });
    const result = await other.call("web.fetch", { url: "http://chain.test/" });
    expect(ruleOf(result)).toBe("ssrf_redirect");
    expect(step).toBe(6);
    await other.close();
    await chain.close();
  });
});
