"use client";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** What few people look at, closed until it is wanted: rule names, raw values, what belongs to a developer. */
export function Details({ name, children }: { name?: string; children: ReactNode }) {
  const t = useTranslations("settings");
  return (
    <details className="details">
      <summary className="fold">
        <ChevronRight size={16} aria-hidden="true" />
        {name ?? t("details")}
      </summary>
      <div className="details-inner">{children}</div>
    </details>
  );
}
