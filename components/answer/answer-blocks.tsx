"use client";
import { useTranslations } from "next-intl";
import { memo, useId, useMemo, useState } from "react";
import { allWords, type Group, groupsOf, type Piece, piecesOf } from "#lib/contracts/blocks";
import type { Turn } from "../ask/turn.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { type Chipped, Claims, QuotedBlocks } from "./claims.tsx";
import { Origin } from "./origin.tsx";

type Shown = { turn: Turn; number: number };

/** The answer's text: what is sure, each place under its name; places that may answer, as equals under one sentence. */
export const AnswerBlocks = memo(function AnswerBlocks({ turn, number }: Shown) {
  const groups = useMemo(() => groupsOf(turn), [turn]);
  const chipped = useChipped({ turn, number });
  // Flat, so that a piece stays what it is when the end of the answer groups others.
  return groups.flatMap((group) => {
    const key = group.pieces[0]?.words[0]?.id;
    const pieces = group.pieces.map((piece) => (
      <AnswerPiece key={piece.words[0]?.id} {...chipped} shown={turn} piece={piece} />
    ));
    if (group.kind === "may_be") return [<MayBe key={key} group={group} pieces={pieces} />];
    if (group.kind === "sure" || group.about === undefined) return pieces;
    return [<QuotedPart key={`quoted ${key}`} question={group.about} />, ...pieces];
  });
});

/** Why words of the documents stand under sentences of a model. */
function QuotedPart({ question }: { question: string }) {
  const t = useTranslations("answer");
  return <p className="quoted-part">{t("quotedPart", { question })}</p>;
}

/** Nothing tells which of them answers: none stands above the others but by its turn. */
function MayBe({ group, pieces }: { group: Group; pieces: React.ReactElement[] }) {
  const t = useTranslations("answer");
  const id = useId();
  return (
    <div className="may-be">
      <p id={id}>
        {group.about === undefined ? t("mayBe") : t("mayBePart", { question: group.about })}
      </p>
      <ol aria-labelledby={id}>
        {pieces.map((piece) => (
          <li key={piece.key}>{piece}</li>
        ))}
      </ol>
    </div>
  );
}

function AnswerPiece({ shown, piece, ...chipped }: Chipped & { shown: Turn; piece: Piece }) {
  const { place, words } = piece;
  const first = words.find(({ line }) => line === undefined)?.citations[0];
  return (
    <>
      {place === null || first === undefined ? null : (
        <Origin place={place} among={shown} to={{ turn: chipped.turn, kind: "cited", id: first }} />
      )}
      <Claims {...chipped} claims={words} />
    </>
  );
}

/** Close to it elsewhere, and no part of the answer: one line that opens, few lines, each under its place. */
export const Related = memo(function Related({ turn, number }: Shown) {
  const t = useTranslations("answer");
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const pieces = useMemo(() => piecesOf(turn).filter(({ kind }) => kind === "related"), [turn]);
  if (pieces.length === 0) return null;
  // Where nothing is sure, what is close may be what was asked for.
  const open = chosen ?? turn.outcome === "may_be";
  return (
    <section className="related" aria-label={t("related")}>
      <FoldButton open={open} aria-controls={id} onClick={() => setChosen(!open)}>
        {t("relatedCount", { count: pieces.length })}
      </FoldButton>
      <ul id={id} hidden={!open}>
        {pieces.map((piece) => (
          <li key={piece.words[0]?.id}>
            <Lines turn={turn} number={number} piece={piece} />
          </li>
        ))}
      </ul>
    </section>
  );
});

/** Lines of one place under its name, which leads to them. */
export function Lines({ turn, number, piece: { place, words } }: Shown & { piece: Piece }) {
  const id = words[0]?.citations[0];
  if (place === null || id === undefined) return null;
  return (
    <>
      <Origin place={place} among={turn} to={{ turn: number, kind: "cited", id }} />
      <blockquote>
        <QuotedBlocks claims={words} />
      </blockquote>
    </>
  );
}

export function useChipped({ turn, number }: Shown): Chipped {
  return useMemo(
    () => ({ turn: number, citations: turn.citations, words: allWords(turn) }),
    [turn, number],
  );
}
