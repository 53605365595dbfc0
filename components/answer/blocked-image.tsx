"use client";
import { useTranslations } from "next-intl";
import { imageHost } from "#lib/contracts/web-address";

/** An image of a document stands as its words: none is loaded, and where it would have come from is said. */
export function BlockedImage({ words, source }: { words: string; source: string }) {
  const t = useTranslations("answer");
  const host = imageHost(source);
  return (
    <span className="doc-image" data-rule="image_blocked">
      {words === "" ? null : `${words} `}
      <span className="link-host">
        {t("imageBlocked")}
        {host === undefined ? null : ` · ${host}`}
      </span>
    </span>
  );
}
