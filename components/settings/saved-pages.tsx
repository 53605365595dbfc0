"use client";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { webAddress } from "#lib/contracts/web-address";
import { useRemote } from "../api/remote.ts";
import { savedPagesRemote, webApi, webRemote } from "../api/web.ts";
import { fullWhen } from "../locale/dates.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSizeWords } from "../parts/use-size-words.ts";

/** Pages of the web that are kept: how many, and each of them with its host first. One can be forgotten, or all. */
export function SavedPages() {
  const t = useTranslations("web");
  const locale = useLocale();
  const sizeWords = useSizeWords();
  const problemText = useProblemText();
  const report = useRemote(webRemote);
  const { data, problem } = useRemote(savedPagesRemote);
  const [more, setMore] = useState<NonNullable<typeof data>["pages"]>([]);
  const forget = async (body: { path: string } | { all: true }) => {
    setMore([]);
    savedPagesRemote.put(await webApi.forget(body));
    await webRemote.reload();
  };
  const kept = report.data?.pages;
  const pages = [...(data?.pages ?? []), ...more];
  return (
    <section className="saved-pages" aria-labelledby="saved-pages">
      <h2 id="saved-pages">{t("pages")}</h2>
      <p className="meta" role="status">
        {data === undefined
          ? problem === undefined
            ? t("loading")
            : problemText(problem)
          : t("pagesCount", { count: kept?.count ?? 0, size: sizeWords(kept?.bytes ?? 0) })}
      </p>
      {kept === undefined ? null : (
        <p className="meta">
          {t("pagesMost", { count: kept.max_count, size: sizeWords(kept.max_bytes) })}
        </p>
      )}
      {pages.length === 0 ? null : (
        <>
          <ul aria-label={t("pages")}>
            {pages.map((page) => {
              const address = webAddress(page.url);
              return (
                <li key={page.relative_path} className="saved-page">
                  <div>
                    {address === undefined ? (
                      <span className="path">{page.host}</span>
                    ) : (
                      <a
                        className="textlink path"
                        href={address.href}
                        target="_blank"
                        rel="noopener noreferrer"
                        referrerPolicy="no-referrer"
                      >
                        {address.host}
                      </a>
                    )}{" "}
                    <span>{page.title}</span>
                    <p className="meta">
                      {fullWhen(page.fetched_at, locale)} · {sizeWords(page.bytes)}
                    </p>
                  </div>
                  <ConfirmDialog
                    title={t("forgetTitle", { title: page.title })}
                    said={t("forgetSaid")}
                    keep={t("keep")}
                    act={t("forgetNow")}
                    confirm={() => forget({ path: page.relative_path })}
                  >
                    <button
                      type="button"
                      className="btn btn-quiet"
                      aria-label={t("forgetNamed", { title: page.title })}
                    >
                      {t("forget")}
                    </button>
                  </ConfirmDialog>
                </li>
              );
            })}
          </ul>
          {data !== undefined && pages.length < data.total ? (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() =>
                void webApi.pages(pages.length).then((next) => setMore([...more, ...next.pages]))
              }
            >
              {t("morePages")}
            </button>
          ) : null}
          <ConfirmDialog
            title={t("forgetAllTitle")}
            said={t("forgetSaid")}
            keep={t("keep")}
            act={t("forgetAllNow")}
            confirm={() => forget({ all: true })}
          >
            <button type="button" className="btn">
              {t("forgetAll")}
            </button>
          </ConfirmDialog>
        </>
      )}
    </section>
  );
}
