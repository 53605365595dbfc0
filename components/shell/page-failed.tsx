"use client";
import { useTranslations } from "next-intl";
import { Middle } from "./middle.tsx";

/** A failure of the page itself: said, with one way on. */
export function PageFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("pageFailed");
  return (
    <Middle title="">
      <div className="column start">
        <h1>{t("title")}</h1>
        <p className="lead">{t("said")}</p>
        <p className="mt-4">
          <button type="button" className="btn" onClick={onRetry}>
            {t("retry")}
          </button>
        </p>
      </div>
    </Middle>
  );
}
