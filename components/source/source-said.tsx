"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import { rangeText } from "./line-range.tsx";
import { thenAndNow } from "./then-and-now.ts";

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
      {preview.state === "missing" ? (
        <div className="source-said">
          <p>{t("saidMissing")}</p>
          <blockquote>{citation.snippet}</blockquote>
        </div>
      ) : null}
      {preview.state === "changed" ? <Changed citation={citation} preview={preview} /> : null}
      {unrendered ? <p className="source-said">{t("saidRaw")}</p> : null}
    </>
  );
}

/** What was cited, and beside it what stands there now. */
function Changed({ citation, preview }: { citation: Citation; preview: Preview }) {
  const t = useTranslations("source");
  const locale = useLocale();
  const { cited, now } = useMemo(
    () => thenAndNow(citation, preview, locale),
    [citation, preview, locale],
  );
  return (
    <div className="source-said">
      <p>{now === undefined ? t("saidChangedBeyond") : t("saidChanged")}</p>
      <section
        className="then-now"
        aria-label={t("thenAndNow")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <figure>
          <figcaption>{t("then", linesOf(citation.locator))}</figcaption>
          <blockquote>
            {cited.map((piece, i) => {
              const key = `${i} ${piece.text}`;
              return piece.changed ? <del key={key}>{piece.text}</del> : piece.text;
            })}
          </blockquote>
          {citation.truncated ? <p className="meta">{t("thenPart")}</p> : null}
        </figure>
        {now === undefined ? null : (
          <figure>
            <figcaption>{t("now", linesOf(now))}</figcaption>
            <blockquote>
              {now.pieces.map((piece, i) => {
                const key = `${i} ${piece.text}`;
                return piece.changed ? <ins key={key}>{piece.text}</ins> : piece.text;
              })}
            </blockquote>
          </figure>
        )}
      </section>
    </div>
  );
}

const linesOf = (range: { line_start: number; line_end: number }) => ({
  count: range.line_end - range.line_start + 1,
  lines: rangeText(range),
});
