import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import type { Claim } from "#lib/contracts/answer";
import { cite, verified } from "../citations/sample.ts";

const page = `# Gate

Restart the server after you change the key of the gate.

If it is not set up, calls crash when more than two people join a meeting.

Only on Windows:

- The tray icon shows the state of the index all day.

Not in the free edition:

- Reports are sent to the whole team every morning.

Go to **Admin Panel** → **People**.

The server listens on the standard ports UDP 3478 and TCP 5349 for calls.`;

const shown = (text: string): Claim | undefined =>
  judgeClaims({
    claims: [{ id: "c1", kind: "sentence", text, citations: [1], spans: [] }],
    citations: [cite(1, page)],
    verifications: new Map([[1, verified(page)]]),
    policy: "require_citations",
    as_its_line: true,
  }).passed[0];

describe("a near copy that says something else, or may", () => {
  it("is shown as its line has it, with that line's place", () => {
    const line = "Restart the server after you change the key of the gate.";
    const changed = shown("Restart the server before you change the key of the gate.");
    expect(changed).toMatchObject({ text: line, support: "supported", citations: [1] });
    expect(changed?.spans.map((span) => span.line)).toEqual([3]);
    const ports = shown(
      "The server listens on the standard ports UDP 5349 and TCP 3478 for calls.",
    );
    expect([undefined, page.split("\n").at(-1)]).toContain(ports?.text);
  });

  it("is where a short one has one word in the place of another", () => {
    expect(shown("Open **Admin Panel** → **People**.")?.text).toBe(
      "Go to **Admin Panel** → **People**.",
    );
  });

  it("is not where the line needs what announces or denies it", () => {
    for (const said of [
      "The tray icon shows the state of the index.",
      "Reports are sent to the whole team every morning.",
      "The whole team sends the reports every morning.",
    ]) {
      const claim = shown(said);
      expect([undefined, "doubt", "own_words"]).toContain(claim?.support);
      expect([undefined, said]).toContain(claim?.text);
    }
  });

  it("is not where another line says what that one leaves out", () => {
    const said =
      "No: it needs the paid plan, for the free one allows 3 MB, which is not enough to run the relay.";
    const lines =
      "It needs the paid plan. The free plan allows 3 MB, which is not enough to run the relay.";
    const claim = judgeClaims({
      claims: [{ id: "c1", kind: "sentence", text: said, citations: [1], spans: [] }],
      citations: [cite(1, lines)],
      verifications: new Map([[1, verified(lines)]]),
      policy: "require_citations",
      as_its_line: true,
    }).passed[0];
    expect([undefined, said]).toContain(claim?.text);
  });

  it("is left as it is where its line says far more", () => {
    const claim = shown("Calls crash when people join a meeting.");
    expect([undefined, "Calls crash when people join a meeting."]).toContain(claim?.text);
  });
});
