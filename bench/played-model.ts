import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { saysReply } from "./parts/played-reply.ts";

/**
 * A model whose part somebody plays by hand, so that whole answers can be judged without a model's service: it speaks Chat
 * Completions, as a compatible server does.
 *
 *   node bench/played-model.ts DIR [PORT]
 *
 * Every request is written to DIR/ask/001.txt, 002.txt, …; the reply is what is then written to DIR/say/001.txt. A line
 * `CALL name {"json":"arguments"}` is a tool call. DIR/calls.tsv has a line for each request: number, tools offered, letters sent.
 */
const [dir, port = "4790"] = process.argv.slice(2);
if (dir === undefined) throw new Error("Name the folder to write to.");
const asks = path.join(dir, "ask");
const says = path.join(dir, "say");
for (const one of [asks, says]) mkdirSync(one, { recursive: true });

const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.null(), z.array(z.unknown())]).optional(),
  tool_calls: z.array(z.looseObject({ function: z.unknown() })).optional(),
});
const Request = z.looseObject({
  messages: z.array(Message),
  tools: z.array(z.looseObject({ function: z.unknown() })).optional(),
});

let count = 0;

createServer(async (request, response) => {
  if (request.method === "GET") {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ object: "list", data: [{ id: "played", object: "model" }] }));
    return;
  }
  const body = await readText(request);
  const { messages, tools = [] } = Request.parse(JSON.parse(body));
  count += 1;
  const number = String(count).padStart(3, "0");
  const told = messages.map(
    ({ role, content, tool_calls }) =>
      `===== ${role}\n${typeof content === "string" ? content : JSON.stringify(content ?? "")}${
        tool_calls === undefined ? "" : `\n${JSON.stringify(tool_calls)}`
      }`,
  );
  const offered = tools.map((one) => `===== tool\n${JSON.stringify(one.function)}`);
  writeFileSync(path.join(asks, `${number}.txt`), [...told, ...offered].join("\n\n"));
  writeFileSync(path.join(dir, "calls.tsv"), `${number}\t${tools.length}\t${body.length}\n`, {
    flag: "a",
  });
  console.log(`${number}: ${body.length} letters`);
  saysReply(response, await saidIn(path.join(says, `${number}.txt`)), count);
}).listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/v1`));

/** Waits until the file is there and has been written whole. */
async function saidIn(file: string): Promise<string> {
  for (;;) {
    try {
      const text = readFileSync(file, "utf8");
      if (text !== "") return text;
    } catch {
      // Nobody has said anything yet.
    }
    await new Promise<void>((done) => {
      const again = () => {
        watcher.close();
        setTimeout(done, settle);
      };
      const watcher = watch(path.dirname(file), again);
      // It may have come before the watcher.
      if (existsSync(file)) again();
    });
  }
}
/** Milliseconds for an editor to finish its writing. */
const settle = 200;
