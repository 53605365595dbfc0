import type { ServerResponse } from "node:http";

/** Streams a reply of a played model: words, and a line `CALL name {"json":"arguments"}` for a tool call. `count`: makes ids of calls unlike. */
export function saysReply(response: ServerResponse, said: string, count: number): void {
  const lines = said.split("\n");
  const calls = lines.flatMap((line) => {
    const [, name, given] = call.exec(line) ?? [];
    return name === undefined ? [] : [{ name, given: given ?? "{}" }];
  });
  const text = lines
    .filter((line) => !call.test(line))
    .join("\n")
    .trim();
  response.setHeader("content-type", "text/event-stream");
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "played", object: "chat.completion.chunk", created: 0, model: "played", choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  chunk({ role: "assistant", content: "" });
  for (const piece of text.match(/\s*\S+/g) ?? []) chunk({ content: piece });
  for (const [index, { name, given }] of calls.entries())
    chunk({
      tool_calls: [
        {
          index,
          id: `call_${count}_${index}`,
          type: "function",
          function: { name, arguments: given },
        },
      ],
    });
  chunk({}, calls.length > 0 ? "tool_calls" : "stop");
  response.write(
    `data: ${JSON.stringify({ id: "played", object: "chat.completion.chunk", created: 0, model: "played", choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}
const call = /^CALL ([\w.-]+) (.*)$/;
