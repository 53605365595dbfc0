"use client";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef } from "react";
import { useScrollOffset } from "../../parts/use-scroll-offset.ts";
import { useWide } from "../../parts/use-wide.ts";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { RowLine } from "./row-line.tsx";
import { treeStep } from "./tree-step.ts";
import { unfoldedRows, type WaterfallRow } from "./waterfall-rows.ts";

const ROW_PX = { wide: 32, narrow: 52 };

/**
 * The rows of a trace with their times as bars. One stop of the Tab key: the arrows walk, fold and unfold as in any tree, Enter
 * opens what a row holds. Only the rows in view are drawn, so 20,000 scroll like twenty.
 */
export function Waterfall(props: {
  rows: readonly WaterfallRow[];
  whole: number;
  folded: ReadonlySet<string>;
  onFold: (key: string, folded: boolean) => void;
  active: string | undefined;
  onActive: (key: string) => void;
  onOpen: (key: string) => void;
  scroller: RefObject<HTMLElement | null>;
  tree: RefObject<HTMLDivElement | null>;
}) {
  const { rows, whole, folded, active, scroller, tree } = props;
  const t = useTranslations("activity.trace");
  const id = useId();
  const wide = useWide();
  const shown = useMemo(() => unfoldedRows(rows, folded), [rows, folded]);
  const at = useMemo(
    () =>
      Math.max(
        0,
        shown.findIndex(({ row }) => row.key === active),
      ),
    [shown, active],
  );
  const above = useScrollOffset(tree, scroller);
  const size = wide ? ROW_PX.wide : ROW_PX.narrow;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    getItemKey: (index) => shown[index]?.row.key ?? index,
    overscan: 16,
    scrollMargin: above,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 16,
    // What is active is drawn wherever one scrolls: a screen reader has to find it.
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      if (at >= range.count || inView.includes(at)) return inView;
      return [...inView, at].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are laid out anew.
  useEffect(() => virtual.measure(), [size]);
  // A row that is come to from elsewhere, by a link or from another row, comes into view.
  const seen = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is active, not where that stands.
  useEffect(() => {
    if (active === undefined || seen.current === active || shown[at]?.row.key !== active) return;
    seen.current = active;
    virtual.scrollToIndex(at, { align: "auto" });
  }, [active, at]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = shown[at]?.row.key;
    const step = treeStep(event.key, shown, at);
    if (step === undefined || here === undefined) return;
    event.preventDefault();
    if (step.kind === "open") return props.onOpen(here);
    if (step.kind === "fold") return props.onFold(here, step.folded);
    const key = shown[step.to]?.row.key;
    if (key === undefined) return;
    seen.current = key;
    virtual.scrollToIndex(step.to, { align: "auto" });
    props.onActive(key);
  };
  const items = virtual.getVirtualItems();
  return (
    <>
      <Scale whole={whole} />
      <div
        ref={tree}
        className="waterfall"
        role="tree"
        aria-label={t("waterfall")}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={shown.length === 0 ? undefined : `${id}-${at}`}
        tabIndex={0}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start, key }) => {
          const one = shown[index];
          if (one === undefined) return null;
          const { row, folded: isFolded } = one;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and listens to the keys for its rows.
            <div
              key={key}
              id={`${id}-${index}`}
              className="waterfall-row"
              role="treeitem"
              aria-level={row.depth + 1}
              aria-setsize={-1}
              aria-posinset={index + 1}
              aria-selected={index === at}
              {...(isFolded === undefined ? {} : { "aria-expanded": !isFolded })}
              tabIndex={-1}
              style={{ height: size, transform: `translateY(${start - above}px)` }}
              onClick={() => {
                seen.current = row.key;
                props.onOpen(row.key);
              }}
            >
              <RowLine
                row={row}
                whole={whole}
                folded={isFolded}
                onFold={(next) => props.onFold(row.key, next)}
              />
            </div>
          );
        })}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {t("treeKeys")}
      </p>
    </>
  );
}

/** The times above the bars: nought, the quarters and the whole. */
function Scale({ whole }: { whole: number }) {
  const words = useUnitWords();
  return (
    <div className="waterfall-scale" aria-hidden="true">
      <span />
      <div>
        {[0, 0.25, 0.5, 0.75].map((part) => (
          <span key={part} style={{ left: `${part * 100}%` }}>
            {words(part * whole, "ms")}
          </span>
        ))}
      </div>
      <span>{words(whole, "ms")}</span>
    </div>
  );
}
