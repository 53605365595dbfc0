"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";

/** What stands above every folder: the built-in denylist, and what the person has added to it. */
export function NeverRead({ deny }: { deny: readonly string[] }) {
  const t = useTranslations("settings");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("neverRead")}</h2>
      <p>{t("neverReadSaid")}</p>
      {deny.length === 0 ? (
        <p className="meta">{t("nothingAdded")}</p>
      ) : (
        <ul className="deny" aria-label={t("addedByYou")}>
          {deny.map((entry) => (
            <li key={entry} className="path">
              {entry}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
