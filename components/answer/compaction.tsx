"use client";
import { useTranslations } from "next-intl";
import type { Answer } from "#lib/contracts/answer";
import { Fold } from "../parts/fold.tsx";

/** The summary that stands in for earlier turns from here on: shown, beside the turns, and no evidence. */
export function Compaction({ made }: { made: NonNullable<Answer["compaction"]> }) {
  const t = useTranslations("compaction");
  const { covers, lines, model, tokens_before, tokens_after } = made;
  return (
    <div className="strip compaction">
      <Fold name={t("name", { turns: covers.length })}>
        <p>{t("said", { model, before: tokens_before, after: tokens_after })}</p>
        <ul>
          {lines.map(({ text, citations }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished summary never move, and two may be the same.
            <li key={i}>
              {text}{" "}
              <span className="link-host">
                {citations
                  .map(({ relative_path, line_start, line_end }) =>
                    t("place", { path: relative_path, from: line_start, to: line_end }),
                  )
                  .filter((place, at, all) => all.indexOf(place) === at)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
}
