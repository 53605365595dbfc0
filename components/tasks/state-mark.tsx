"use client";
import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  Hand,
  LoaderCircle,
  type LucideIcon,
  Unplug,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { TaskState } from "#lib/contracts/tasks";

const icons: Record<TaskState, LucideIcon> = {
  pending: CircleDashed,
  running: LoaderCircle,
  waiting_approval: Hand,
  completed: Check,
  failed: CircleAlert,
  cancelled: Ban,
  interrupted: Unplug,
};

/** A state by its shape and its word; colour comes last. */
export function StateMark({ state }: { state: TaskState }) {
  const t = useTranslations("tasks.state");
  const Icon = icons[state];
  return (
    <span className="task-state" data-state={state}>
      <Icon size={16} aria-hidden="true" />
      {t(state)}
    </span>
  );
}

/** Why it ended: what a person ended is nothing that went wrong. */
export const saidClass = (state: TaskState): string =>
  state === "cancelled" ? "meta" : "field-wrong";
