"use client";
import { useTranslations } from "next-intl";
import type { Quotation } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { PathText } from "../parts/path-text.tsx";
import { LineRange } from "../source/line-range.tsx";
import { SourceLink } from "../source/source-link.tsx";
import { InlineMarkdown, TableMarkdown } from "./markdown-nodes.tsx";
import { SecretFold } from "./secret-fold.tsx";

/** The document's own words under a sentence that says more, less or other than they do; each with its place. */
export function LinesUnder(props: {
  turn: number;
  lines: readonly Quotation[];
  citations: readonly Citation[];
}) {
  const { turn, lines, citations } = props;
  const t = useTranslations("answer");
  return (
    <figure className="lines-under">
      <figcaption>{t("documentSays")}</figcaption>
      {lines.map((one) => {
        const citation = citations.find(({ id }) => id === one.citation);
        return (
          <blockquote key={`${one.citation}:${one.line_start}:${one.text}`}>
            <SecretFold claim={one}>
              <Words {...one} />
            </SecretFold>
            {citation === undefined ? null : (
              <SourceLink to={{ turn, kind: "cited", id: citation.id }} className="row-link">
                <PathText path={citation.display_path} /> <LineRange range={one} />
              </SourceLink>
            )}
          </blockquote>
        );
      })}
    </figure>
  );
}

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
    case "step":
      return (
        <p>
          {`${info ?? "1"}. `}
          <InlineMarkdown text={text} />
        </p>
      );
    default:
      return (
        <p>
          <InlineMarkdown text={text} />
        </p>
      );
  }
}
