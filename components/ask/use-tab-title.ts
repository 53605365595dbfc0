"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";

/** Names the browser tab after the conversation, so that several can be told apart; leaving it gives the name back. */
export function useTabTitle(title: string | undefined): void {
  const t = useTranslations("meta");
  const product = t("title");
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`;
    return () => {
      document.title = product;
    };
  }, [title, product]);
}
