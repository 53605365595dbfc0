import type {
  AuthScope,
  PartialOutput,
  TaskEvent,
  TaskRequest,
  TaskResult,
} from "#lib/contracts/envelope";

/**
 * Who a TaskRequest can be sent to. `grant` is everything the agent may ever do; a request for more is refused before the
 * agent hears of it. `run` may throw and may answer nonsense: `dispatch.ts` guards both.
 */
export type SubAgent = {
  readonly id: TaskRequest["recipient"];
  readonly grant: readonly AuthScope[];
  run(request: TaskRequest, context: SubAgentContext): Promise<TaskResult>;
};

export type SubAgentContext = {
  /** Monotonic milliseconds. */
  deadline: number;
  signal: AbortSignal;
  /** The task's span: parent of the agent's tool calls. */
  span_id: string;
  /** `found`: what there is by now; it is what remains of a task that is not done in time. */
  tell(event: TaskEvent, found?: PartialOutput): void;
};
