"use client";
import { useTranslations } from "next-intl";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import { rangeText } from "./line-range.tsx";

/** What is to be said above a file: nothing when it is as it was; else what happened, and what was cited. */
export function SourceSaid({ citation, preview }: { citation: Citation; preview: Preview }) {
  const t = useTranslations("source");
  const unrendered = preview.html === undefined && preview.state !== "missing";
  return (
    <>
      {preview.state === "moved" && preview.cited !== undefined ? (
        <p className="source-said">
          {preview.relative_path === citation.relative_path
            ? t("saidMoved", { from: rangeText(citation.locator), to: rangeText(preview.cited) })
            : t("saidMovedFile", { path: preview.display_path, to: rangeText(preview.cited) })}
        </p>
      ) : null}
      {preview.state === "changed" || preview.state === "missing" ? (
        <div className="source-said">
          <p>{preview.state === "changed" ? t("saidChanged") : t("saidMissing")}</p>
          <blockquote>{citation.snippet}</blockquote>
        </div>
      ) : null}
      {unrendered ? <p className="source-said">{t("saidRaw")}</p> : null}
    </>
  );
}
