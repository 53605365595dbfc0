"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useCallback, useMemo, useState } from "react";
import { FoldButton } from "../parts/fold-button.tsx";
import { type Column, VirtualTable } from "../parts/virtual-table.tsx";
import { FilterBar, type Option, SelectFilter, TextFilter } from "./filter-bar.tsx";
import { ListState } from "./list-state.tsx";
import { TimeFilter, timeBounds, timeNames } from "./time-filter.tsx";
import { type Filters, useFilters } from "./use-filters.ts";
import { type Page, type Pages, usePages } from "./use-pages.ts";

type TimeName = (typeof timeNames)[number];
/** What a list is asked with: its own filters, the bounds of time, and where a page begins. */
type Asked<Name extends string> = {
  [N in Name | "since" | "until" | "cursor"]?: string | undefined;
};
type List<Name extends string, Row> = { filters: Filters<Name | TimeName>; pages: Pages<Row> };

/** Rows that are narrowed by these filters and by time, page by page. `names` stands outside of what is drawn. */
export function useFilteredList<Name extends string, Row>(
  names: readonly Name[],
  load: (asked: Asked<Name>, signal: AbortSignal) => Promise<Page<Row>>,
): List<Name, Row> {
  const all = useMemo(() => [...names, ...timeNames], [names]);
  const filters = useFilters<Name | TimeName>(all);
  const { values } = filters;
  const pages = usePages<Row>(filters.key, (cursor, signal) => {
    const narrowed: Asked<Name> = {};
    for (const name of names) narrowed[name] = values[name];
    return load({ ...narrowed, ...timeBounds(values, new Date()), cursor }, signal);
  });
  return { filters, pages };
}

/** One of several values where `options` names them, else words or an id. */
export type FilterField<Name extends string> = {
  name: Name;
  label: string;
  options?: readonly Option[];
  /** For whoever looks closer: folded away until it is wanted or used. */
  advanced?: boolean;
};

/** The filters above a list, and its rows; where there is nothing at all, neither, but what `none` says. */
export function FilteredList<Name extends string, Row>(props: {
  list: List<Name, Row>;
  fields: readonly FilterField<Name>[];
  name: string;
  none: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  scroller: RefObject<HTMLElement | null>;
  under?: (row: Row) => ReactNode;
}) {
  const { filters, pages } = props.list;
  const { values, set, clear } = filters;
  const { rows } = pages;
  const active = Object.keys(values).length;
  const t = useTranslations("activity.filter");
  const [more, setMore] = useState(false);
  return (
    <>
      {active === 0 && rows?.length === 0 ? null : (
        <FilterBar active={active} onClear={clear}>
          {props.fields
            .filter(({ name, advanced }) => !advanced || more || values[name] !== undefined)
            .map((field) => (
              <Field key={field.name} {...field} value={values[field.name]} set={set} />
            ))}
          <TimeFilter values={values} set={set} />
          {props.fields.some(({ advanced }) => advanced) ? (
            <FoldButton open={more} onClick={() => setMore(!more)}>
              {t("advanced")}
            </FoldButton>
          ) : null}
        </FilterBar>
      )}
      <ListState pages={pages} filtered={active > 0} onClear={clear} none={<p>{props.none}</p>} />
      {rows === undefined || rows.length === 0 ? null : (
        <VirtualTable
          name={props.name}
          rows={rows}
          columns={props.columns}
          keyOf={props.keyOf}
          scroller={props.scroller}
          onEnd={pages.loadMore}
          {...(props.under === undefined ? {} : { under: props.under })}
        />
      )}
    </>
  );
}

function Field<Name extends string>(
  props: FilterField<Name> & {
    value: string | undefined;
    set: (name: Name, value: string) => void;
  },
) {
  const { name, label, options, value, set } = props;
  // The same from draw to draw: a typed field waits for its typing to rest.
  const onChange = useCallback((given: string) => set(name, given), [set, name]);
  return options === undefined ? (
    <TextFilter name={label} value={value} onChange={onChange} />
  ) : (
    <SelectFilter name={label} value={value} options={options} onChange={onChange} />
  );
}
