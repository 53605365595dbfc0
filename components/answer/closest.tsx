"use client";
import { useTranslations } from "next-intl";
import type { Gap } from "#lib/contracts/answer";
import { laidOutLines } from "#lib/contracts/closest";
import { citationKey } from "../source/citation-key.ts";
import { PlaceText } from "../source/line-range.tsx";
import { StateWord } from "../source/state-word.tsx";
import { QuotedBlocks } from "./claims.tsx";
import { Origin } from "./origin.tsx";

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
          <Origin
            from={passage}
            shown={close.map((one) => one.passage)}
            to={{ turn, kind: "nearest", gap: number, at }}
          >
            <span>
              <PlaceText path={passage.display_path} ranges={passage.lines ?? []} />{" "}
              <StateWord citation={passage} />
            </span>
          </Origin>
          <blockquote>
            <QuotedBlocks claims={laidOutLines(passage)} />
          </blockquote>
        </figure>
      ))}
    </section>
  );
}
