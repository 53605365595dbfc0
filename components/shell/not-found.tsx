"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Middle } from "./middle.tsx";

/** An address where there is nothing, with the way back. */
export function NotFound() {
  const t = useTranslations("notFound");
  return (
    <Middle title="">
      <div className="column start">
        <h1>{t("title")}</h1>
        <p className="lead">{t("said")}</p>
        <p className="mt-4">
          <Link href="/" className="btn" prefetch={false}>
            {t("back")}
          </Link>
        </p>
      </div>
    </Middle>
  );
}
