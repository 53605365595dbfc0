"use client";
import { useTranslations } from "next-intl";
import type { Gap } from "#lib/contracts/answer";
import { nearestTo, piecesOf } from "#lib/contracts/blocks";
import type { Turn } from "../ask/turn.ts";
import { PlaceText } from "../source/line-range.tsx";
import { Lines } from "./answer-blocks.tsx";

/** The lines that come nearest where nothing answers: the document's words with their place, and never a claim. */
export function Nearest({ turn, number, gap }: { turn: Turn; number: number; gap: Gap }) {
  const t = useTranslations("gaps");
  const blocks = nearestTo(gap, turn.blocks);
  if (blocks.length === 0) return null;
  const pieces = piecesOf({ claims: [], blocks });
  return (
    <section className="closest">
      <h4>{t("closest")}</h4>
      {pieces.map((piece, i) => {
        const lines = blocks[i]?.lines ?? [];
        const citation = turn.citations.find(({ id }) => id === lines[0]?.citation);
        return (
          <figure key={piece.words[0]?.id}>
            <Lines turn={turn} number={number} piece={piece} />
            {citation === undefined ? null : (
              <figcaption>
                <PlaceText path={citation.display_path} ranges={lines} />
              </figcaption>
            )}
          </figure>
        );
      })}
    </section>
  );
}
