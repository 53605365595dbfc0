import type { ModelQuestion, ModelReply } from "#lib/models/conversation";
import type { Model } from "#lib/models/model";

/** What a model says in one turn: pieces of text as they come, calls, or how it fails after what it had said. */
export type Speech = {
  text?: string | readonly string[];
  calls?: readonly { name: string; arguments: unknown }[];
  fails?: Error;
  stopped?: NonNullable<ModelReply["stopped"]>;
};

/** A model that says what it is told to, piece by piece; a text that is not cut comes a few letters at a time. */
export function speakingModel(
  script: (asked: { turn: number; said: string; task: string; offered: string[] }) => Speech,
): { model: Model; heard: ModelQuestion[] } {
  const heard: ModelQuestion[] = [];
  return {
    heard,
    model: {
      async reply(asked): Promise<ModelReply> {
        heard.push({ ...asked, turns: [...asked.turns] });
        const turn = heard.length;
        const first = asked.turns[0];
        const task = first?.from === "agent" ? first.text : "";
        const speech = script({
          ...{ turn, task, said: JSON.stringify(asked.turns) },
          offered: asked.tools.map(({ name }) => name),
        });
        const { text = "", calls = [], fails, stopped } = speech;
        const pieces = typeof text === "string" ? (text.match(/[\s\S]{1,7}/gu) ?? []) : text;
        for (const piece of pieces) {
          asked.signal.throwIfAborted();
          asked.onText?.(piece);
          await Promise.resolve();
        }
        if (fails !== undefined) throw fails;
        asked.signal.throwIfAborted();
        return {
          text: pieces.join(""),
          calls: calls.map((call, i) => ({ id: `call_${turn}_${i}`, ...call })),
          tokens: 30,
          usage: { input: 20, cached: 8, output: 10, counted: true },
          first_token_ms: 1,
          ...(stopped === undefined ? {} : { stopped }),
          ...(pieces.length === 0 && calls.length === 0 ? { problem: "The reply was empty." } : {}),
        };
      },
    },
  };
}

/** The passages that a task shows, in their order. */
export function evidenceIn(task: string): { id: number; text: string }[] {
  return [...task.matchAll(/<<\w+ \[(\d+)\] .*\n([\s\S]*?)\n\w+>>/g)].map(
    ([, number, text = ""]) => ({ id: Number(number), text }),
  );
}

/** The number under which the task shows the passage that holds a text. */
export function numberOf(task: string, text: string): number {
  const found = evidenceIn(task).find((passage) => passage.text.includes(text));
  if (found === undefined) throw new Error(`No evidence holds “${text}”.`);
  return found.id;
}
