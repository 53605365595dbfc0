"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SelectFilter } from "./filter-bar.tsx";

const spans = ["hour", "day", "week", "month"] as const;
type SpanName = (typeof spans)[number];
const HOUR_MS = 3_600_000;
const lengths: Record<SpanName, number> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};
const own = "own";

/** The names of the filters of time in an address. */
export const timeNames = ["within", "since", "until"] as const;
type TimeName = (typeof timeNames)[number];
type TimeValues = { [Name in TimeName]?: string | undefined };

/** The bounds that the address means, as the server takes them: `since` inclusive, `until` exclusive. */
export function timeBounds({ within, since, until }: TimeValues, now: Date) {
  const span = spans.find((name) => name === within);
  if (span !== undefined) {
    return { since: new Date(now.getTime() - lengths[span]).toISOString(), until: undefined };
  }
  return { since: moment(since), until: moment(until) };
}

/** The last hour, day, week or month, or from one time to another, which a chart may have given. */
export function TimeFilter(props: {
  values: TimeValues;
  set: (name: TimeName, value: string) => void;
}) {
  const { values, set } = props;
  const t = useTranslations("activity.filter");
  const id = useId();
  const bounded = values.since !== undefined || values.until !== undefined;
  const choose = (value: string) => {
    if (value !== own) {
      set("since", "");
      set("until", "");
      set("within", value);
      return;
    }
    set("within", "");
    set("since", timeBounds({ within: values.within ?? "day" }, new Date()).since ?? "");
  };
  return (
    <>
      <SelectFilter
        name={t("time")}
        value={bounded ? own : values.within}
        options={[
          ...spans.map((value) => ({ value, label: t(`within.${value}`) })),
          { value: own, label: t("own") },
        ]}
        onChange={choose}
      />
      {bounded
        ? (["since", "until"] as const).map((name) => (
            <div key={name} className="activity-filter">
              <label htmlFor={`${id}-${name}`}>{t(name)}</label>
              <input
                id={`${id}-${name}`}
                type="datetime-local"
                className="field"
                data-active={values[name] !== undefined}
                value={localMinute(values[name])}
                onChange={(event) => set(name, moment(event.target.value) ?? "")}
              />
            </div>
          ))
        : null}
    </>
  );
}

/** Undefined for what is no time, however it came into the address. */
function moment(text: string | undefined): string | undefined {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** As the browser's field has it: in the reader's own zone. */
function localMinute(iso: string | undefined): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
