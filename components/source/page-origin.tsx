"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { Citation } from "#lib/contracts/citation";
import { webAddress } from "#lib/contracts/web-address";

/** When a page was saved and from which host, which leads to the page. */
export function PageOrigin({ source }: { source: NonNullable<Citation["source"]> }) {
  const t = useTranslations("source");
  const format = useFormatter();
  const address = webAddress(source.url);
  const when = format.dateTime(new Date(source.fetched_at), {
    ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
  if (address === undefined) return <span className="meta">{t("pageSavedAt", { when })}</span>;
  return (
    <span className="page-origin">
      {t("pageSaved", { when })}{" "}
      <a
        href={address.href}
        target="_blank"
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        aria-label={t("pageOpen", { host: address.host })}
        title={address.href}
        className="textlink"
      >
        {address.host}
      </a>
    </span>
  );
}
