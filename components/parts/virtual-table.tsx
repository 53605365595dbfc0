"use client";
import { type CSSProperties, type ReactNode, type RefObject, useRef } from "react";
import { useRowsInView } from "./use-rows-in-view.ts";
import { useScrollOffset } from "./use-scroll-offset.ts";

export type Column<R> = {
  id: string;
  name: string;
  /** Of the grid on a wide screen: `8rem`, `minmax(0, 1fr)`. */
  width: string;
  cell: (row: R) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
};

/**
 * A table of any length within the page's own scroller: only the rows in view are drawn, and `onEnd` is called before the last
 * of them is reached. `under` is what one row shows below its cells.
 */
export function VirtualTable<R>(props: {
  name: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  keyOf: (row: R) => string;
  scroller: RefObject<HTMLElement | null>;
  onEnd: () => void;
  under?: (row: R) => ReactNode;
}) {
  const { rows, columns, keyOf, scroller, onEnd, under } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const above = useScrollOffset(body, scroller);
  const { height, drawn } = useRowsInView({
    ...{ rows, scroller, keyOf, above, onEnd },
    height: () => 40,
  });
  const style = {
    "--columns": columns.map(({ width }) => width).join(" "),
  } as CSSProperties; // a custom property is no part of the type
  return (
    <table className="vtable" aria-label={props.name} aria-rowcount={-1} style={style}>
      <thead className="vtable-head">
        <tr className="vtable-row" aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.id} scope="col" data-end={column.end === true}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="vtable-body" style={{ height }}>
        {drawn.map(({ key, index, row, slot }) => {
          const below = under?.(row);
          return (
            <tr key={key} aria-rowindex={index + 2} className="vtable-row" {...slot}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-column={column.id}
                  data-label={column.name}
                  data-end={column.end === true}
                >
                  {column.cell(row)}
                </td>
              ))}
              {below === undefined || below === null ? null : (
                <td className="vtable-under">{below}</td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
