"use client";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { SaidListing } from "#lib/contracts/answer";
import type { LaidOut } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { fullWhen } from "../locale/dates.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { PathText } from "../parts/path-text.tsx";
import { takeFocus } from "../parts/take-focus.ts";
import { Chip } from "./chip.tsx";

const FOLD_FROM = 10;

/**
 * The answer to a question about the collection, in the program's own voice: the count with its coverage, then the files,
 * those that are quoted below with their chip.
 */
export function FileListing(props: {
  turn: number;
  listing: SaidListing;
  citations: readonly Citation[];
  words: readonly LaidOut[];
}) {
  const { turn, listing, citations, words } = props;
  const t = useTranslations("listing");
  const locale = useLocale();
  const [all, setAll] = useState(false);
  const shown = all ? listing.files : listing.files.slice(0, FOLD_FROM);
  const hidden = listing.files.length - shown.length;
  return (
    <section className="listing" aria-label={t("name")}>
      <p>{listing.sentence}</p>
      <ul className="files">
        {shown.map((file, at) => {
          const citation = citations.find((c) => c.id === file.citation);
          return (
            <li
              className="listed"
              key={`${file.root_id}\n${file.relative_path}`}
              {...(at === FOLD_FROM ? { ref: takeFocus, tabIndex: -1 } : {})}
            >
              <span className="file">
                <PathText path={file.display_path} />
                {citation === undefined ? null : (
                  <Chip turn={turn} citation={citation} citations={citations} words={words} />
                )}
              </span>
              <span className="meta">
                {file.mentions !== undefined
                  ? t("mentions", { count: file.mentions })
                  : listing.kind === "changed" && file.modified_at !== undefined
                    ? fullWhen(file.modified_at, locale)
                    : file.title}
              </span>
            </li>
          );
        })}
      </ul>
      {hidden > 0 ? (
        <FoldButton open={false} onClick={() => setAll(true)}>
          {t("more", { count: hidden })}
        </FoldButton>
      ) : null}
    </section>
  );
}
