"use client";
import Link from "next/link";
import type { Gap, NextStep } from "#lib/contracts/answer";

/** What a person can do about a gap, as buttons that do it. */
export type TakeStep = (step: NextStep, gap: Gap, from: HTMLElement) => void;

export function NextSteps({ gap, onTake }: { gap: Gap; onTake: TakeStep }) {
  if (gap.next_steps.length === 0) return null;
  return (
    <div className="next-steps">
      {gap.next_steps.map((step) =>
        step.action === "add_folder" || step.action === "configure" ? (
          <Link key={keyOf(step)} href="/settings#folders" prefetch={false} className="btn">
            {step.label}
          </Link>
        ) : (
          <button
            key={keyOf(step)}
            type="button"
            className="btn"
            onClick={(event) => onTake(step, gap, event.currentTarget)}
          >
            {step.label}
          </button>
        ),
      )}
    </div>
  );
}

const keyOf = (step: NextStep) => `${step.action}:${step.value ?? ""}:${step.label}`;
