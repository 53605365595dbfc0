import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { tokenFault } from "#lib/platform/token-strength";

/** Bytes as even as random ones and the same in every run: about one random text in 100,000 lacks a kind of letter. */
function evenBytes(size: number, seed: string): Buffer {
  return createHash("sha256").update(seed).digest().subarray(0, size);
}

describe("an access token", () => {
  it("is good when it is 128 random bits, however they are written", () => {
    const digits = (bytes: Buffer) => BigInt(`0x${bytes.toString("hex")}`).toString();
    for (let n = 0; n < 2000; n++) {
      const bytes = evenBytes(16, `a${n}`);
      expect(tokenFault(bytes.toString("hex"))).toBeUndefined();
      expect(tokenFault(bytes.toString("base64"))).toBeUndefined();
      expect(tokenFault(evenBytes(32, `b${n}`).toString("base64url"))).toBeUndefined();
      expect(tokenFault(digits(evenBytes(17, `c${n}`)).padStart(41, "7"))).toBeUndefined();
    }
  });

  it.each(["a", "secret", "correct horse".replace(" ", "-"), "0123456789abcdef0123456789abcde"])(
    "holds too little: %s",
    (token) => expect(tokenFault(token)).toBe("short"),
  );

  it.each([
    "a".repeat(64),
    "ab".repeat(40),
    "changeme".repeat(8),
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
    "11111111112222222222333333333344444444445555",
  ])("follows a pattern: %s", (token) => expect(tokenFault(token)).toBe("patterned"));

  it.each(["Zx9 kQ2vLm8Rt5Yw1Pn4Hs7D", "密钥".repeat(20), "a\tb".repeat(20)])(
    "has characters that a header cannot carry: %j",
    (token) => expect(tokenFault(token)).toBe("characters"),
  );
});
