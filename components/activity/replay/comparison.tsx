"use client";
import {
  ArrowRight,
  CircleDot,
  CircleMinus,
  CirclePlus,
  Equal,
  type LucideIcon,
  PenLine,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReplayChange, ReplayComparison } from "#lib/contracts/activity";
import { PlaceText } from "../../source/line-range.tsx";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { useRowWords } from "../trace/row-words.ts";
import { traceHref } from "../trace/trace-address.ts";
import { useWhen } from "../use-when.ts";

const changes = ["same", "moved", "changed", "new", "gone"] as const;
const icons: Record<ReplayChange, LucideIcon> = {
  same: Equal,
  moved: ArrowRight,
  changed: PenLine,
  new: CirclePlus,
  gone: CircleMinus,
};

/** What came of doing it again: the verdict as one sentence, then claim by claim and citation by citation. */
export function Comparison({ found }: { found: ReplayComparison }) {
  const t = useTranslations("activity.replay");
  const words = useRowWords();
  const units = useUnitWords();
  const when = useWhen();
  const { verdict, status, first_difference: first } = found;
  return (
    <div className="replay-found" data-verdict={verdict}>
      <h2>
        {verdict === "same" ? (
          <Equal size={16} aria-hidden="true" />
        ) : (
          <CircleDot size={16} aria-hidden="true" />
        )}
        {t(`verdict.${verdict}`)}
      </h2>
      <p>{found.message}</p>
      <p className="task-facts">
        <span>{t("asked", { when: when(found.asked_at, "minute") })}</span>
        <span>
          {t("replayed", { when: when(found.replayed_at, "minute"), took: units(found.ms, "ms") })}
        </span>
        <span>{t(`model.${found.model}`)}</span>
        <span>
          {status.after === undefined || status.after === status.before
            ? words.status(status.before)
            : t("statusChanged", {
                before: words.status(status.before),
                after: words.status(status.after),
              })}
        </span>
      </p>
      {found.stood_in === 0 ? null : (
        <p className="meta">{t("stoodIn", { count: found.stood_in })}</p>
      )}
      {found.notices.length === 0 ? null : (
        <ul className="task-notices">
          {found.notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {first === undefined ? null : (
        <section aria-label={t("first")}>
          <h3 className="label">{t("first")}</h3>
          <p>{first.message}</p>
          <dl className="trace-facts">
            <dt>{t("before")}</dt>
            <dd>{first.before}</dd>
            <dt>{t("after")}</dt>
            <dd>{first.after}</dd>
          </dl>
        </section>
      )}
      {found.claims.length === 0 ? null : <Claims found={found} />}
      {found.citations.length === 0 ? null : <Ranks found={found} />}
      {found.artifacts.length === 0 ? null : (
        <section aria-label={t("artifacts")}>
          <h3 className="label">{t("artifacts")}</h3>
          <ul className="replay-rows">
            {found.artifacts.map(({ name, change }) => (
              <li key={name}>
                <ChangeMark change={change} /> <code>{name}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <Link href={traceHref(found.trace_id)} prefetch={false} className="textlink">
          {t("trace")}
        </Link>
      </p>
    </div>
  );
}

export function ChangeMark({ change }: { change: ReplayChange }) {
  const t = useTranslations("activity.replay.change");
  const Icon = icons[change];
  return (
    <span className="change" data-change={change}>
      <Icon size={16} aria-hidden="true" />
      {t(change)}
    </span>
  );
}

function Claims({ found }: { found: ReplayComparison }) {
  const t = useTranslations("activity.replay");
  const count = (change: ReplayChange) =>
    found.claims.filter((one) => one.change === change).length;
  return (
    <section aria-label={t("claims")}>
      <h3 className="label">{t("claims")}</h3>
      <p className="meta">
        {changes
          .filter((change) => count(change) > 0)
          .map((change) => t("countOf", { count: count(change), change: t(`change.${change}`) }))
          .join(" · ")}
      </p>
      <ul className="replay-rows">
        {found.claims.map(({ change, before, after }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the claims of a comparison stay in their order.
          <li key={at}>
            <ChangeMark change={change} />
            <div>
              {before === undefined ? null : (
                <Said label={change === "changed" ? t("before") : undefined} claim={before} />
              )}
              {after === undefined || change === "same" ? null : change === "moved" ? (
                <p className="meta">
                  {t("nowAt")} <Places of={after.places} />
                </p>
              ) : (
                <Said label={change === "changed" ? t("after") : undefined} claim={after} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ReplayedClaim = NonNullable<ReplayComparison["claims"][number]["before"]>;

function Said({ label, claim }: { label: string | undefined; claim: ReplayedClaim }) {
  return (
    <>
      <p>
        {label === undefined ? null : <span className="label">{label} </span>}
        <q>{claim.text}</q>
      </p>
      <p className="meta">
        <Places of={claim.places} />
      </p>
    </>
  );
}

function Places({ of }: { of: ReplayedClaim["places"] }) {
  return of.map((place) => (
    <span key={`${place.root_id}\n${place.relative_path}\n${place.line_start}`} className="place">
      <PlaceText path={place.relative_path} ranges={[place]} />
    </span>
  ));
}

function Ranks({ found }: { found: ReplayComparison }) {
  const t = useTranslations("activity.replay");
  return (
    <section aria-label={t("ranks")}>
      <h3 className="label">{t("ranks")}</h3>
      <div className="replay-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("place")}</th>
              <th scope="col">{t("outcome")}</th>
              <th scope="col" data-end="true">
                {t("before")}
              </th>
              <th scope="col" data-end="true">
                {t("after")}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.citations.map(({ change, before, after }, at) => {
              const place = after ?? before;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <tr key={at}>
                  <td>
                    {place === undefined ? null : (
                      <PlaceText path={place.relative_path} ranges={[place]} />
                    )}
                  </td>
                  <td>
                    <ChangeMark change={change} />
                  </td>
                  <td data-end="true">{before?.rank ?? t("none")}</td>
                  <td data-end="true">{after?.rank ?? t("none")}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
