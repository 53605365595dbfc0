"use client";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import type { Inspection } from "#lib/contracts/http";
import { Details } from "../parts/details.tsx";
import { useSizeWords } from "../parts/use-size-words.ts";
import { RuleCounts } from "./rule-counts.tsx";

/** What would become readable and what stays closed, before anything is saved; what can be done about it is in view. */
export function FolderPreview(props: { inspection: Inspection; children: ReactNode }) {
  const { files, bytes, sample, denied, warnings, complete, real_path } = props.inspection;
  const t = useTranslations("settings");
  const size = useSizeWords();
  const closed = denied.reduce((sum, { count }) => sum + count, 0);
  const most = complete ? "no" : "yes";
  const next = useRef<HTMLElement>(null);
  useEffect(() => {
    next.current?.scrollIntoView({ block: "nearest" });
    // The button that led here is gone: whoever pressed it goes on with the next one.
    const lost = document.activeElement === document.body;
    if (lost) next.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="preview" aria-label={t("lookedInto", { path: real_path })}>
      {warnings.length === 0 ? null : (
        <ul className="preview-warnings">
          {warnings.map(({ message }) => (
            <li key={message}>
              <TriangleAlert size={16} aria-hidden="true" />
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="preview-halves">
        <div>
          <p className="label">{t("wouldRead")}</p>
          <p className="big">
            {t("countFiles", { count: files, most })} <span>{size(bytes)}</span>
          </p>
          <ul>
            {sample.map(({ relative_path, bytes: one }) => (
              <li key={relative_path}>
                <span className="path">{relative_path}</span>
                <span className="num">{size(one)}</span>
              </li>
            ))}
            {files > sample.length ? (
              <li className="meta">{t("andMore", { count: files - sample.length })}</li>
            ) : null}
          </ul>
        </div>
        <div>
          <p className="label">{t("staysClosed")}</p>
          <p className="big">{t("countNames", { count: closed, most })}</p>
          <ul>
            {denied.map(({ rule, count, hidden, examples }) => (
              <li key={rule}>
                <span>
                  {t("closedBy", {
                    count,
                    reason: rule === "not_a_document" ? t("notMarkdown") : t(`rule.${rule}`),
                  })}
                  {hidden > 0 ? ` ${t("ofThemHidden", { count: hidden })}` : null}
                  <span className="path">{examples.join(" · ")}</span>
                </span>
              </li>
            ))}
          </ul>
          {denied.every(({ rule }) => rule === "not_a_document") ? null : (
            <Details>
              <RuleCounts rules={denied} />
            </Details>
          )}
        </div>
      </div>
      <footer ref={next}>{props.children}</footer>
    </section>
  );
}
