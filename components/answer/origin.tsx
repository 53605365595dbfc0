"use client";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import type { Place } from "#lib/contracts/answer";
import { type Among, between, placePath } from "#lib/contracts/origins";
import { SourceLink } from "../source/source-link.tsx";
import type { SourceRef } from "../source/source-ref.ts";

/**
 * Where the words below come from: the page and the headings above them, which give a sentence its subject. It opens the
 * source at its lines. `among`: what stands beside it, from which it has to be told apart.
 */
export function Origin(props: { place: Place; among: Among; to: SourceRef; children?: ReactNode }) {
  const { place, among, to, children } = props;
  const t = useTranslations("answer");
  const steps = placePath(place, among);
  const last = steps.at(-1);
  return (
    <div className="origin">
      <SourceLink
        to={to}
        className="row-link"
        aria-label={t("from", { path: steps.join(t("between")) })}
      >
        {steps.slice(0, -1).map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings of a finished path never move, and two may be the same.
          <Fragment key={i}>
            {step}
            {between}
          </Fragment>
        ))}
        <b>{last}</b>
      </SourceLink>
      {children}
    </div>
  );
}
