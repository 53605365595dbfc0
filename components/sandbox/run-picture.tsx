"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";

/**
 * A picture that code made. A drawing is laid out by the browser, and a small one can take it for ever: it is shown when
 * somebody asks for it, so that a page that has one can always be opened.
 */
export function RunPicture(props: { src: string; name: string; media_type: string }) {
  const { src, name, media_type } = props;
  const t = useTranslations("sandbox.files");
  const [asked, setAsked] = useState(false);
  if (media_type === "image/svg+xml" && !asked) {
    return (
      <button type="button" className="btn" onClick={() => setAsked(true)}>
        {t("draw", { name })}
      </button>
    );
  }
  // biome-ignore lint/performance/noImgElement: a file of the state folder, of unknown size.
  return <img src={src} alt={name} />;
}
