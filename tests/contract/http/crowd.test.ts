import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ErrorBody } from "#lib/contracts/errors";
import { type Http, openHttp } from "./open-http.ts";
import { partsOf } from "./read-stream.ts";

// No two of these names have a stem in common.
const letters = "bdfgklmnprtvwxz";
const crowd = Array.from({ length: 200 }, (_, i) => {
  const name = `zo${letters[Math.floor(i / letters.length)]}a${letters[i % letters.length]}o`;
  return { name, question: `What is the port of ${name}?`, port: String(4000 + i) };
});

let http: Http;
beforeEach(async () => {
  http = await openHttp();
  for (const { name, port } of crowd) {
    http.write(`notes/${name}.md`, `# ${name}\n\nThe port of ${name} is ${port}.\n`);
  }
});
afterEach(() => http.close());

const portsIn = (answer: Answer) => answer.claims.flatMap(({ text }) => text.match(/\d{4}/g) ?? []);

/** The ports that one asking was answered with, or why and with which patience it was refused. */
async function ended(question: string, route: "/api/ask" | "/api/chat") {
  const response = await http.send("POST", route, { question });
  if (!response.ok) {
    expect([429, 503]).toContain(response.status);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    return ErrorBody.parse(await response.json()).error.code;
  }
  if (route === "/api/ask") return portsIn(Answer.parse(await response.json()));
  const parts = await partsOf(response);
  return portsIn(Answer.parse(parts.find(({ type }) => type === "data-answer")?.data));
}

it("R20: two hundred questions at once each end with their own answer or are told when to come again", async () => {
  http.assembly.warm();
  await vi.waitFor(
    async () => expect((await http.assembly.health("en")).index.files).toBe(crowd.length),
    { timeout: 240_000, interval: 50 },
  );
  const ends = await Promise.all(
    crowd.map(({ question }, i) => ended(question, i % 4 === 0 ? "/api/chat" : "/api/ask")),
  );
  const wrong = ends.filter((end, i) => end !== "busy" && `${end}` !== crowd[i]?.port);
  expect(wrong).toEqual([]);
  // Answers that are read as they come to be are thirty-two at most; no other question is refused.
  expect(ends.filter((end) => end === "busy")).toHaveLength(50 - 32);

  const [first] = crowd;
  expect(await ended(first?.question ?? "", "/api/chat")).toEqual([first?.port]);
});
