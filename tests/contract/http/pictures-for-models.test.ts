import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { png } from "../../../fixtures/pictures/make.ts";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { type Http, openHttp } from "./open-http.ts";

/** A model that sees is handed the picture that is asked about; what it says of it that no text says is told as seen. */
let server: Awaited<ReturnType<typeof scriptedServer>>;
let http: Http;
const question = "What does the hand wheel of the Vesterbro lathe look like?";
const seen = "The hand wheel is red and has a silver rim";
/** How the model marks what it says, given the number of the picture. */
let mark = (number: string) => `[${number}]`;

beforeAll(async () => {
  server = await scriptedServer(openaiChat, ({ body }) => {
    const whole = JSON.stringify(body);
    if (whole.includes("You prepare the search")) return { text: `Q1: ${question}` };
    const number = /Picture \[(\d+)\]:/.exec(whole)?.[1];
    return { text: number === undefined ? "NO_ANSWER" : `${seen} ${mark(number)}.` };
  });
  http = await openHttp();
  http.write(
    "notes/lathe.md",
    "# Lathe\n\n## Hand wheel\n\nThe hand wheel of the Vesterbro lathe moves the slide.\n\n![Hand wheel of the lathe](wheel.png)\n",
  );
  http.write("notes/wheel.png", png(20, 20));
});
afterAll(async () => {
  await http.close();
  await server.close();
});

async function ask(reads_pictures: boolean | null): Promise<Answer> {
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "model" },
    model: { provider: "compatible", name: "m", base_url: server.base_url, reads_pictures },
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
  server.requests.length = 0;
  return Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
}
const sent = () => JSON.stringify(server.requests.map(({ body }) => body));

describe("a picture that is asked about", () => {
  it("goes to a model that sees, and what it saw is told as seen, with the line that holds it", async () => {
    const answer = await ask(true);
    expect(sent()).toContain(`data:image/png;base64,${png(20, 20).toString("base64")}`);
    const [claim] = answer.claims;
    expect(claim).toMatchObject({ text: `${seen}.`, support: "doubt" });
    expect(claim?.point).toContain("seen by the model in the picture");
    const cited = answer.citations.find(({ id }) => id === claim?.citations[0]);
    expect(cited).toMatchObject({ relative_path: "lathe.md", locator: { line_start: 7 } });
    expect(answer.pictures?.[0]?.relative_path).toBe("wheel.png");
  });

  it("does not bear what is said with another source", async () => {
    mark = (number) => `[${number}, 99]`;
    const answer = await ask(true);
    expect(answer.claims.map(({ text }) => text)).not.toContain(`${seen}.`);
    mark = (number) => `[${number}]`;
  });

  it("goes to no model that is not said to see", async () => {
    const answer = await ask(null);
    expect(sent()).not.toContain("data:image");
    expect(answer.pictures?.[0]?.relative_path).toBe("wheel.png");
  });
});
