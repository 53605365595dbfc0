"use client";
import { useTranslations } from "next-intl";
import type { Citation } from "#lib/contracts/citation";
import { MarkedText } from "../parts/marked-text.tsx";
import { PathText } from "../parts/path-text.tsx";
import { LineRange } from "../source/line-range.tsx";
import { StateWord } from "../source/state-word.tsx";
import { plainLines } from "./plain-text.ts";

/**
 * What stands behind a chip, from data that is already here: where, the first lines without their Markdown marks, why it
 * was found.
 */
export function Peek({ citation }: { citation: Citation }) {
  const t = useTranslations("source");
  const lines = plainLines(citation.snippet, citation.inside_fence);
  const shown = lines.slice(0, 5).join("\n");
  return (
    <>
      <header>
        <PathText path={citation.display_path} />
        <LineRange range={citation.locator} />
      </header>
      <p className="crumb">{citation.breadcrumb.join(" › ")}</p>
      <blockquote>
        {citation.contains_secret ? (
          t("secret")
        ) : (
          <MarkedText text={shown} words={citation.matched} />
        )}
        {lines.length > 5 || citation.truncated ? " …" : ""}
      </blockquote>
      <p className="why">
        <StateWord citation={citation} />
        <br />
        {citation.reason}
      </p>
    </>
  );
}
