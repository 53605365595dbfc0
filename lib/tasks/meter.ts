import type { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import type { TaskInfo } from "#lib/contracts/tasks";
import { saidError } from "#lib/platform/said-error";

type Budget = TaskInfo["budget"];
type Spent = TaskInfo["spent"];

/**
 * What a task has used of its budget. Time counts while it is worked on, over restarts, and not while a person is asked.
 * `onOver` is told once, with the `budget` error that ends the task.
 */
export type Meter = {
  spent(): Spent;
  left_ms(): number;
  add(used: { tokens?: number | undefined; cost?: number | undefined }): void;
  /** Throws once something is used up. */
  check(): void;
  /** A person is asked; several may be. */
  pause(): void;
  resume(): void;
  stop(): void;
};

export function createMeter(deps: {
  budget: Budget;
  spent: Spent;
  clock: Clock;
  onOver: (error: AppError) => void;
}): Meter {
  const { budget, clock, onOver } = deps;
  const spent = { ...deps.spent };
  let since: number | undefined = clock.monotonic();
  let paused = 0;
  let timer: NodeJS.Timeout | undefined;
  let over: AppError | undefined;
  let stopped = false;

  function settle(): void {
    if (since === undefined) return;
    const now = clock.monotonic();
    spent.ms += now - since;
    since = now;
  }
  function end(error: AppError): void {
    if (over !== undefined) return;
    over = error;
    clearTimeout(timer);
    onOver(error);
  }
  function left(): number {
    settle();
    return Math.max(0, budget.wall_time_ms - spent.ms);
  }
  function arm(): void {
    clearTimeout(timer);
    if (since === undefined || over !== undefined) return;
    timer = setTimeout(() => {
      if (left() > 0) return arm();
      const seconds = Math.round(budget.wall_time_ms / 1000);
      end(saidError("budget", "task.time_over", { seconds }));
    }, Math.min(left(), LONGEST_TIMER_MS) + 1).unref();
  }
  arm();

  return {
    spent() {
      settle();
      return { ...spent, ms: Math.round(spent.ms) };
    },
    left_ms: left,
    add({ tokens = 0, cost }) {
      spent.tokens += tokens;
      if (cost !== undefined) spent.cost = (spent.cost ?? 0) + cost;
      if (spent.tokens > budget.tokens) {
        end(saidError("budget", "task.tokens_over", { tokens: budget.tokens }));
      } else if (budget.cost !== undefined && (spent.cost ?? 0) > budget.cost) {
        end(saidError("budget", "task.cost_over", { cost: budget.cost }));
      }
    },
    check() {
      if (over !== undefined) throw over;
    },
    pause() {
      paused += 1;
      settle();
      since = undefined;
      clearTimeout(timer);
    },
    resume() {
      paused -= 1;
      if (paused > 0 || stopped) return;
      since = clock.monotonic();
      arm();
    },
    stop() {
      stopped = true;
      settle();
      since = undefined;
      clearTimeout(timer);
    },
  };
}

/** Of a timer of Node; a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 2;
