import type { SandboxJob } from "../backend.ts";
import { type FromInstance, maxCallBytes, maxCalls, maxResultBytes } from "./child/protocol.ts";

type Call = Extract<FromInstance, { kind: "call" }>;

/**
 * Carries the calls that code makes out to the host, a few at a time and no more than a run may make. What comes after
 * `close` is dropped: no call begins and no answer is given once the code has ended.
 */
export function answerCalls(
  host: SandboxJob["host"],
  answer: (id: number, ok: boolean, json: string) => void,
) {
  let closed = false;
  let made = 0;
  let under_way = 0;
  const waiting: Call[] = [];

  async function carryOut({ id, name, json }: Call): Promise<void> {
    const settle = (ok: boolean, text: string) => {
      if (!closed) answer(id, ok, text);
    };
    try {
      if (host === undefined || !host.names.includes(name))
        throw new Error("there is no such tool");
      const result = JSON.stringify(await host.call(name, JSON.parse(json))) ?? "null";
      const bytes = Buffer.byteLength(result);
      if (bytes <= maxResultBytes) settle(true, result);
      else settle(false, `the result of ${name} is too long: ${bytes} bytes of ${maxResultBytes}`);
    } catch (error) {
      settle(false, (error instanceof Error ? error.message : "the call failed").slice(0, 2000));
    }
  }

  function next(): void {
    while (!closed && under_way < atOnce) {
      const call = waiting.shift();
      if (call === undefined) return;
      under_way++;
      void carryOut(call).finally(() => {
        under_way--;
        next();
      });
    }
  }

  return {
    take(call: Call): void {
      if (closed) return;
      made++;
      if (made > maxCalls) {
        answer(call.id, false, `a program may call tools ${maxCalls} times, and this one did`);
      } else if (Buffer.byteLength(call.json) > maxCallBytes) {
        answer(call.id, false, "the arguments are too long");
      } else {
        waiting.push(call);
        next();
      }
    },
    close(): void {
      closed = true;
      waiting.length = 0;
    },
  };
}

const atOnce = 4;
