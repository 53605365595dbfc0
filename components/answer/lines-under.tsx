"use client";
import { useTranslations } from "next-intl";
import type { Quotation } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { bySource, type Under } from "#lib/contracts/lines-under";
import { PlaceText } from "../source/line-range.tsx";
import { SourceLink } from "../source/source-link.tsx";
import { InlineMarkdown, TableMarkdown } from "./markdown-nodes.tsx";
import { SecretFold } from "./secret-fold.tsx";

/** The document's own words under sentences that say more, less or other than they do; each with its place. */
export function LinesUnder(props: Under & { turn: number; citations: readonly Citation[] }) {
  const { turn, lines, again, lacks, points, instead, other_language, asked, citations } = props;
  const t = useTranslations("answer");
  const place = (some: readonly Quotation[]) => <Place {...{ turn, some, citations }} />;
  return (
    <>
      {bySource(lines).map((some) => (
        <figure className="lines-under" key={keyOf(some)}>
          <figcaption>
            {t(instead ? "documentSaysInstead" : "documentSays")} {place(some)}
          </figcaption>
          <blockquote>
            {some.map((one) => (
              <SecretFold claim={one} key={keyOf([one])}>
                <Words {...one} />
              </SecretFold>
            ))}
          </blockquote>
        </figure>
      ))}
      {bySource(again).map((some) => (
        <p className="lines-again" key={keyOf(some)}>
          {t("documentSaidAbove")} {place(some)}
        </p>
      ))}
      {instead || asked || points.length > 0 ? null : (
        <p className="doubt-why">
          {lacks.length === 0
            ? t(other_language ? "otherLanguage" : "doubtAbove")
            : t("lacksAbove", { words: quoted(lacks, t("between")) })}
        </p>
      )}
    </>
  );
}

function Place(props: {
  turn: number;
  some: readonly Quotation[];
  citations: readonly Citation[];
}) {
  const { turn, some, citations } = props;
  const citation = citations.find(({ id }) => id === some[0]?.citation);
  if (citation === undefined) return null;
  return (
    <SourceLink to={{ turn, kind: "cited", id: citation.id }} className="row-link">
      <PlaceText path={citation.display_path} ranges={some} />
    </SourceLink>
  );
}

const keyOf = (some: readonly Quotation[]): string =>
  some.map((one) => `${one.citation}:${one.line_start}:${one.text.slice(0, 20)}`).join(" ");

/** More words than these are no help to whoever looks for them. */
const mostWords = 6;

export const quoted = (words: readonly string[], between: string): string =>
  words
    .slice(0, mostWords)
    .map((word) => `“${word}”`)
    .join(between);

function Words({ kind, text, info }: Quotation) {
  switch (kind) {
    case "table":
      return <TableMarkdown text={text} />;
    case "code":
      return (
        <pre>
          <code>{text}</code>
        </pre>
      );
    default: {
      const mark = kind === "step" ? `${info ?? "1"}. ` : kind === "list_item" ? "• " : "";
      return (
        <p>
          {mark}
          <InlineMarkdown text={text} />
        </p>
      );
    }
  }
}
