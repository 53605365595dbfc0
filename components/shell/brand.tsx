"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** The mark is a page with one line on the marker: what the program does. */
export function Brand() {
  const t = useTranslations("side");
  return (
    <Link href="/" className="brand" prefetch={false}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <rect width="16" height="16" rx="3" fill="var(--color-accent)" />
        <path d="M3 4.5h10M3 12h6" stroke="var(--color-paper)" strokeWidth="1.5" />
        <path d="M3 8.2h10" stroke="var(--color-mark-strong)" strokeWidth="2.6" />
      </svg>
      <span translate="no">{t("product")}</span>
    </Link>
  );
}
