import type { Lang } from "#lib/contracts/answer";
import type { Clock } from "#lib/contracts/ports";
import type { Step } from "#lib/contracts/step";
import type { AskEvent } from "#lib/contracts/stream";
import { type MessageKey, say } from "#lib/platform/say";

/** The live account of an answer: each step is told when it begins and again, under the same id, when it ends. */
export type Steps = {
  readonly lang: Lang;
  begin(kind: Step["kind"], label: StepLabel, more?: StepMore): OpenStep;
  /** A step that is over as soon as it is told. */
  note(kind: Step["kind"], label: StepLabel, state: "done" | "failed", more?: StepMore): void;
  /** Milliseconds that the ended steps took, by kind. */
  times(): Record<string, number>;
  /** All of them in their order, each as it stands now. */
  told(): Step[];
  /** Ends what is still running as failed. */
  abandon(): void;
};

export type OpenStep = {
  end(label: StepLabel, more?: StepMore): void;
  fail(message: string | undefined, rule?: Step["rule"]): void;
};

export type StepLabel = [
  key: Extract<MessageKey, `step.${string}`>,
  params?: Record<string, string | number>,
];
type StepMore = Partial<Pick<Step, "agent" | "queries" | "files" | "rule" | "message" | "model">>;

export function createSteps(deps: {
  emit: (event: AskEvent) => void;
  clock: Clock;
  lang: Lang;
}): Steps {
  const { emit, clock, lang } = deps;
  const running = new Set<OpenStep>();
  const times: Record<string, number> = {};
  const all = new Map<string, Step>();
  let count = 0;

  function tell(step: Step): void {
    all.set(step.id, step);
    emit({ kind: "step", data: step });
  }

  function begin(kind: Step["kind"], label: StepLabel, more: StepMore = {}): OpenStep {
    const began = clock.monotonic();
    let step: Step = {
      id: `step-${++count}`,
      kind,
      label: say(lang, ...label),
      state: "running",
      agent: "primary",
      started_at: clock.now().toISOString(),
      ...more,
    };
    const close = (change: Partial<Step>) => {
      if (!running.delete(open)) return;
      const ms = Math.round(clock.monotonic() - began);
      times[kind] = (times[kind] ?? 0) + ms;
      step = { ...step, ...change, ms };
      tell(step);
    };
    const open: OpenStep = {
      end: (last, ended = {}) => close({ ...ended, state: "done", label: say(lang, ...last) }),
      fail: (message, rule) =>
        close({
          state: "failed",
          ...(message === undefined ? {} : { message }),
          ...(rule === undefined ? {} : { rule }),
        }),
    };
    running.add(open);
    tell(step);
    return open;
  }

  return {
    lang,
    begin,
    times: () => ({ ...times }),
    told: () => [...all.values()],
    note: (kind, label, state, more = {}) => {
      tell({
        id: `step-${++count}`,
        kind,
        label: say(lang, ...label),
        state,
        agent: "primary",
        started_at: clock.now().toISOString(),
        ms: 0,
        ...more,
      });
    },
    abandon: () => {
      for (const step of [...running]) step.fail(undefined);
    },
  };
}
