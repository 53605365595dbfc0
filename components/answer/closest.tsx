"use client";
import { useTranslations } from "next-intl";
import type { Gap, NearPassage } from "#lib/contracts/answer";
import { laidOutLines } from "#lib/contracts/closest";
import { citationKey } from "../source/citation-key.ts";
import { PlaceText } from "../source/line-range.tsx";
import { SourceLink } from "../source/source-link.tsx";
import type { SourceRef } from "../source/source-ref.ts";
import { StateWord } from "../source/state-word.tsx";
import { QuotedBlocks } from "./claims.tsx";

/** The lines that come closest where nothing answers for sure: the document's words with their place, and never a claim. */
export function Closest({ turn, gap, number }: { turn: number; gap: Gap; number: number }) {
  const t = useTranslations("gaps");
  const close = gap.nearest.flatMap((passage, i) =>
    passage.lines === undefined ? [] : [{ passage, at: i + 1 }],
  );
  if (close.length === 0) return null;
  return (
    <section className="closest">
      <h4>{t("closest")}</h4>
      {close.map(({ passage, at }) => (
        <figure key={citationKey(passage)}>
          <blockquote>
            <QuotedBlocks claims={laidOutLines(passage)} />
          </blockquote>
          <Place passage={passage} to={{ turn, kind: "nearest", gap: number, at }} />
        </figure>
      ))}
    </section>
  );
}

function Place({ passage, to }: { passage: NearPassage; to: SourceRef }) {
  const { lines = [], breadcrumb, display_path } = passage;
  return (
    <figcaption>
      <SourceLink to={to} className="row-link">
        <PlaceText path={display_path} ranges={lines} />
      </SourceLink>
      <StateWord citation={passage} />
      {breadcrumb.length === 0 ? null : <span className="crumb">{breadcrumb.join(" › ")}</span>}
    </figcaption>
  );
}
