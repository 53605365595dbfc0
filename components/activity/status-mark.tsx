"use client";
import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleStop,
  Hand,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  MessageCircle,
  Unplug,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { TraceStatus } from "#lib/contracts/activity";

const icons: Record<TraceStatus, LucideIcon> = {
  answered: Check,
  unsure: CircleHelp,
  partial: CircleDashed,
  no_evidence: CircleSlash,
  denied: Ban,
  timeout: Hourglass,
  error: CircleAlert,
  chat: MessageCircle,
  pending: CircleDashed,
  running: LoaderCircle,
  waiting_approval: Hand,
  completed: Check,
  failed: CircleAlert,
  cancelled: CircleStop,
  interrupted: Unplug,
};

/** How an asking or a task ended, by its shape and its word. */
export function StatusMark({ status }: { status: TraceStatus }) {
  const t = useTranslations("activity.status");
  const Icon = icons[status];
  return (
    <span className="trace-status" data-status={status}>
      <Icon size={16} aria-hidden="true" />
      {t(status)}
    </span>
  );
}
