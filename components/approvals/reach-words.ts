"use client";
import { useTranslations } from "next-intl";
import type { Approval } from "#lib/contracts/approvals";

/** What one call may touch at most: its tool's level, or less where a sandbox without network stands around it. */
export function useReachWords(): (approval: Pick<Approval, "level" | "shows">) => string {
  const t = useTranslations("approvals.facts");
  const level = useTranslations("tools.level");
  return ({ level: of, shows }) => {
    const walled = shows.kind === "command" ? shows.limits !== undefined : shows.kind === "code";
    return walled ? t("sandboxed") : level(of);
  };
}
