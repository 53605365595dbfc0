"use client";
import { TextSearch } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { Gap } from "#lib/contracts/answer";
import { nearestTo } from "#lib/contracts/blocks";
import type { Turn } from "../ask/turn.ts";
import { PathText } from "../parts/path-text.tsx";
import { citationKey } from "../source/citation-key.ts";
import { LineRange } from "../source/line-range.tsx";
import { SourceLink } from "../source/source-link.tsx";
import { InPageLanguage } from "./in-language.tsx";
import { Nearest } from "./nearest.tsx";
import { NextSteps, type TakeStep } from "./next-steps.tsx";
import { plainWords } from "./plain-text.ts";

/** What the documents do not say, directly after what they do: absence has a form of its own. */
export function Gaps(props: { turn: Turn; number: number; onTake: TakeStep }) {
  const { turn, number } = props;
  const t = useTranslations("gaps");
  if (turn.gaps.length === 0) return null;
  const labels = turn.gaps.map((gap) => labelOf(gap, turn));
  return (
    <section aria-label={t("name")} data-part="gaps" data-turn={number} tabIndex={-1}>
      {turn.gaps.map((gap, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place, which no other takes; its words may be another's.
        <div className="gap" key={i}>
          {labels[i] === labels[i - 1] ? null : (
            <h3 className="gap-label">
              <TextSearch size={16} aria-hidden="true" />
              {t(`cause.${labelOf(gap, turn)}`)}
            </h3>
          )}
          <p className="gap-about">{gap.message}</p>
          <NextSteps gap={gap} onTake={props.onTake} />
          <Nearest turn={turn} number={number} gap={gap} />
          <GapFacts turn={turn} number={number} gap={gap} at={i + 1} />
        </div>
      ))}
    </section>
  );
}

/** What a gap is called: one that shows lines which may answer does not say above them that there are none. */
export function labelOf(gap: Gap, { blocks }: Pick<Turn, "blocks">): Gap["cause"] | "no_hit_close" {
  const close = nearestTo(gap, blocks).length > 0;
  return close && gap.cause === "no_hit" ? "no_hit_close" : gap.cause;
}

/** Where was looked, for what, and what comes nearest without being an answer. */
export function GapFacts(props: {
  turn: Turn;
  number: number;
  gap: Gap;
  /** Its place among the gaps, from 1. */
  at: number;
  /** The rule stands above already. */
  titled?: boolean;
}) {
  const { turn, gap, number } = props;
  const t = useTranslations("gaps");
  const settings = useTranslations("settings");
  const leftOut = gap.searched.flatMap(({ root_id, label, left_out = [] }) =>
    left_out.map((left) => ({ root_id, label, ...left })),
  );
  // A gap about the whole question does not say it again, nor one whose sentence names its part.
  const about = gap.about === turn.question || gap.message.includes(gap.about) ? "" : gap.about;
  const typed = gap.typed ?? [];
  const setting = gap.next_steps.find((step) => step.action === "configure")?.value;
  const governed = gap.cause === "denied" && typeof setting === "string" ? setting : undefined;
  const rule = gap.cause === "denied" && props.titled ? null : gap.rule;
  // Where lines are shown at once, links to further passages are no help; those stand among what was read.
  const near = gap.nearest.length > 0 && nearestTo(gap, turn.blocks).length === 0;
  const not_searched = gap.not_searched ?? [];
  const rows =
    typed.length + gap.searched.length + not_searched.length + gap.tried.length + (near ? 1 : 0);
  if (rows === 0 && about === "" && rule === null && governed === undefined) return null;
  return (
    <dl className="facts">
      {about === "" ? null : (
        <>
          <dt>{t("about")}</dt>
          <dd>{about}</dd>
        </>
      )}
      {rule === null ? null : (
        <>
          <dt>{t("rule")}</dt>
          <dd>
            <span className="rule">{rule}</span>
          </dd>
        </>
      )}
      {typed.length === 0 ? null : (
        <>
          <dt>{t("typed")}</dt>
          <dd>
            {typed.map((path) => (
              <code className="term" key={path}>
                {path}
              </code>
            ))}
          </dd>
        </>
      )}
      {governed === undefined ? null : (
        <>
          <dt>{t("governed")}</dt>
          <dd>
            <code>{governed}</code>
          </dd>
        </>
      )}
      {gap.searched.length === 0 ? null : (
        <>
          <dt>{t("lookedIn")}</dt>
          <dd>
            {gap.searched
              .map((root) => t("folder", { label: root.label, files: root.files }))
              .join(t("comma"))}
          </dd>
        </>
      )}
      {not_searched.length === 0 ? null : (
        <>
          <dt>{t("notSearched")}</dt>
          <dd>
            {not_searched
              .map(({ label, files, why }) => t(`notSearchedWhy.${why}`, { label, files }))
              .join(t("comma"))}
          </dd>
        </>
      )}
      {leftOut.length === 0 ? null : (
        <>
          <dt>{t("leftOut")}</dt>
          <dd>
            <ul>
              {leftOut.map(({ root_id, label, rule, count }) => (
                <li key={`${root_id} ${rule}`}>
                  {t("leftOutOf", { count, label, reason: settings(`rule.${rule}`) })}{" "}
                  <span className="rule">{rule}</span>
                </li>
              ))}
            </ul>
            <InPageLanguage>
              <LeftOutLink />
            </InPageLanguage>
          </dd>
        </>
      )}
      {gap.tried.length === 0 ? null : (
        <>
          <dt>{t("tried")}</dt>
          <dd className="flex flex-wrap gap-1.5">
            {gap.tried.map((term) => (
              <span className="term" key={term}>
                {term}
              </span>
            ))}
          </dd>
        </>
      )}
      {!near ? null : (
        <>
          <dt>{t("nearest")}</dt>
          <dd>
            <ul>
              {gap.nearest.map((passage, i) => (
                <li key={citationKey(passage)}>
                  <SourceLink
                    to={{ turn: number, kind: "nearest", gap: props.at, at: i + 1 }}
                    className="row-link"
                  >
                    <PathText path={passage.display_path} /> <LineRange range={passage.locator} />
                  </SourceLink>
                  {passage.contains_secret ? null : (
                    <p className="near">{plainWords(passage.snippet)}</p>
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}

function LeftOutLink() {
  const t = useTranslations("gaps");
  return (
    <Link href="/settings/folders" prefetch={false} className="textlink" lang={useLocale()}>
      {t("leftOutWhich")}
    </Link>
  );
}
