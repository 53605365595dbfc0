import { describe, expect, it } from "vitest";
import { localAddress, shownAddress } from "#lib/platform/listening";
import { judgeHost, judgeOrigin } from "#lib/platform/same-origin";

const local = { host: "127.0.0.1", port: 3000, allowed_hosts: [] };
const shared = {
  host: "0.0.0.0",
  port: 3000,
  allowed_hosts: ["docs.example.org", "10.0.0.5:8443"],
};
const host = (name: string, listening: typeof shared = shared) =>
  judgeHost(new Headers({ host: name }), listening).kind;
const origin = (headers: Record<string, string>, listening: typeof shared = shared) =>
  judgeOrigin(new Headers({ host: "localhost:3000", ...headers }), listening).kind;

describe("the names of the server", () => {
  it.each([
    "127.0.0.1:3000",
    "localhost:3000",
    "[::1]:3000",
    "docs.example.org",
    "DOCS.example.org:3000",
    "10.0.0.5:8443",
  ])("are those allowed: %s", (name) => expect(host(name)).toBe("allowed"));

  it.each([
    "docs.example.org:8080",
    "10.0.0.5",
    "10.0.0.5:3000",
    "evil.docs.example.org",
    "docs.example.org.evil.example",
    "docs.example.org@evil.example",
    "0.0.0.0:3000",
    "[::]:3000",
    "",
  ])("are not others: %s", (name) => expect(host(name)).toBe("host_not_allowed"));

  it("are those of the loopback alone without any allowed", () => {
    expect(host("docs.example.org", local)).toBe("host_not_allowed");
  });
});

describe("the origin", () => {
  it.each(["http://docs.example.org", "https://docs.example.org", "https://10.0.0.5:8443"])(
    "is the server's own: %s",
    (own) => expect(origin({ origin: own })).toBe("allowed"),
  );

  it.each([
    "https://localhost:3000",
    "http://localhost:3001",
    "http://docs.example.org:8080",
    "https://docs.example.org.evil.example",
    "ftp://docs.example.org",
    "http://docs.example.org/",
    "null",
    "",
  ])("is another: %j", (other) => expect(origin({ origin: other })).toBe("origin_not_allowed"));

  it.each(["cross-site", "same-site", "anything"])(
    "is another page's when a browser says %s",
    (site) => expect(origin({ "sec-fetch-site": site })).toBe("origin_not_allowed"),
  );

  it.each(["same-origin", "none"])("is not when it says %s", (site) =>
    expect(origin({ "sec-fetch-site": site })).toBe("allowed"),
  );
});

describe("the address", () => {
  it("is one that can be called, also when every address is listened on", () => {
    expect(localAddress(shared)).toBe("http://127.0.0.1:3000");
    expect(localAddress({ host: "::", port: 1 })).toBe("http://[::1]:1");
    expect(localAddress({ host: "10.0.0.5", port: 80 })).toBe("http://10.0.0.5:80");
    expect(shownAddress(local)).toBe("http://127.0.0.1:3000");
    expect(shownAddress(shared)).toBe("http://docs.example.org:3000");
  });
});
