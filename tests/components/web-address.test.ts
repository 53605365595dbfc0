import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageHost, saysHost, webAddress } from "#lib/contracts/web-address";

describe("where a link leads", () => {
  it.each([
    ["https://docs.example/a?b#c", "docs.example"],
    ["HTTPS://Docs.Example:443/", "docs.example"],
    ["http://docs.example:8080/", "docs.example:8080"],
    ["https://good.example@evil.example/", "evil.example"],
    ["https://good.example:pass@evil.example/", "evil.example"],
    ["https://good.example%2f@evil.example/", "evil.example"],
    ["https:\\\\evil.example\\a", "evil.example"],
    ["http:evil.example", "evil.example"],
    ["https://\u0430pple.example/", "xn--pple-43d.example"],
    ["https://ｅｖｉｌ．example/", "evil.example"],
    ["https://evil\u3002example/", "evil.example"],
    ["https://2130706433/", "127.0.0.1"],
    ["https://[::ffff:7f00:1]/", "[::ffff:7f00:1]"],
    ["mailto:me@evil.example?body=x", "me@evil.example"],
  ])("%j is %j", (address, host) => {
    expect(webAddress(address)?.host).toBe(host);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "/api/threads",
    "other.md",
    "https://",
    "https://exa mple/",
    "mailto:",
    "mailto:?to=a@evil.example",
    "mailto:me@good.example,a@evil.example",
    "mailto:me@good.example%2Ca@evil.example",
    "mailto:me@good.example;a@evil.example",
    " https://evil.example",
  ])("%j leads nowhere", (address) => {
    expect(webAddress(address)).toBeUndefined();
  });

  it.each([
    ["?bcc=a@evil.example", ""],
    ["?subject=Hi%20you&BCC=a@evil.example&body=x+y", "?subject=Hi%20you&body=x+y"],
    ["?cc=a@evil.example&to=b@evil.example&%62cc=c@evil.example&attach=/etc/passwd", ""],
    ["?body=x#&bcc=a@evil.example", "?body=x"],
  ])("a mail goes to the address shown alone: %s", (asked, kept) => {
    expect(webAddress(`mailto:me@good.example${asked}`)).toEqual({
      href: `mailto:me@good.example${kept}`,
      host: "me@good.example",
    });
  });

  it("cuts a long host in the middle: whose it is stands at its end", () => {
    const host = webAddress(
      `https://login.good.example.${"a".repeat(60)}.${"b".repeat(60)}.evil.example/`,
    )?.host;
    expect(host).toHaveLength(40);
    expect(host).toMatch(/^login\.good\.e….+\.evil\.example$/);
  });

  it("says an image's host, also without a scheme, and none for a picture beside its document", () => {
    expect(imageHost("//evil.example/a.png")).toBe("evil.example");
    expect(imageHost("https://evil.example/a.png")).toBe("evil.example");
    expect(imageHost("pictures/a.png")).toBeUndefined();
    expect(imageHost("data:image/png;base64,AA")).toBeUndefined();
  });

  it.each([
    ["https://evil.example/a", true],
    ["evil.example", true],
    ["EVIL.example/?q", true],
    ["https://good.example", false],
    ["evil.example.good.example", false],
    ["good.example@evil.example", false],
    ["evil.example:8080", false],
    ["evil\u00ad.example", false],
    ["see evil.example", false],
    ["", false],
  ])("the words %j say evil.example: %j", (words, said) => {
    expect(saysHost(words, { href: "https://evil.example/a", host: "evil.example" })).toBe(said);
  });

  it("shows nothing but printable ASCII, and never the user name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.webUrl(), (name, url) => {
        const address = webAddress(url.replace("://", `://${encodeURIComponent(name)}@`));
        expect(address?.host).toMatch(/^[\x21-\x7e…]+$/);
        expect(address?.host).not.toContain("@");
      }),
      { seed: 7 },
    );
  });
});
