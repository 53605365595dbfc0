"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { writtenOut } from "#lib/contracts/written-out";

/**
 * Text that a foreign server wrote: plain, cut to a few lines until asked for, in the voice of documents and not in the
 * program's own. Nothing is decided by it.
 */
export function ForeignWords({ text, most = 280 }: { text: string; most?: number }) {
  const t = useTranslations("tools");
  const [whole, setWhole] = useState(false);
  const shown = writtenOut(text);
  const letters = [...shown];
  return (
    <p className="foreign" title={t("foreign")}>
      {whole || letters.length <= most ? shown : `${letters.slice(0, most).join("")}…`}{" "}
      {letters.length <= most || whole ? null : (
        <button type="button" className="textlink" onClick={() => setWhole(true)}>
          {t("whole")}
        </button>
      )}
    </p>
  );
}
