"use client";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ThreadSummary } from "#lib/contracts/http";
import { type DayGroup, dayGroup, shortWhen } from "../locale/dates.ts";
import { useWide } from "../parts/use-wide.ts";

type Row = { kind: "day"; day: DayGroup } | { kind: "thread"; thread: ThreadSummary };

/** Conversations in a scroller that draws only the rows in view, and asks for older ones before the end is reached. */
export function ThreadRows(props: {
  threads: readonly ThreadSummary[];
  onEnd: () => void;
  onPick: () => void;
}) {
  const t = useTranslations("conversations");
  const wide = useWide();
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  const rows = useMemo(() => rowsOf(props.threads), [props.threads]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at]?.kind === "day" ? 34 : wide ? 30 : 44),
    getItemKey: (at) => keyOf(rows[at]),
    overscan: 12,
    // The row with the focus stays, however far one scrolls, or the focus would be lost.
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || inView.includes(focused))
        return inView;
      return [...inView, focused].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.findLast(({ index }) => index !== focused)?.index ?? 0;
  const { onEnd } = props;
  const near = rows.length > 0 && last >= rows.length - 30;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every list that comes to its end is asked for more.
  useEffect(() => {
    if (near) onEnd();
  }, [near, rows, onEnd]);
  return (
    <div className="scroll" ref={scroller} tabIndex={-1}>
      <ul style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="nav-slot"
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setFocused(index)}
              onBlur={() => setFocused(undefined)}
            >
              {row.kind === "day" ? (
                <h2 className="nav-label">{t(row.day)}</h2>
              ) : (
                <ThreadLink thread={row.thread} onPick={props.onPick} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ThreadLink({ thread, onPick }: { thread: ThreadSummary; onPick: () => void }) {
  const locale = useLocale();
  const pathname = usePathname();
  const href = `/t/${encodeURIComponent(thread.id)}`;
  return (
    <Link
      href={href}
      prefetch={false}
      className="nav-row"
      title={thread.title}
      aria-current={pathname === href ? "page" : undefined}
      onClick={onPick}
    >
      <span>{thread.title}</span>
      <time className="end" dateTime={thread.updated_at}>
        {shortWhen(thread.updated_at, new Date(), locale)}
      </time>
    </Link>
  );
}

/** Newest first as they come; a day stands above the first of its conversations. */
function rowsOf(threads: readonly ThreadSummary[]): Row[] {
  const now = new Date();
  const rows: Row[] = [];
  let before: DayGroup | undefined;
  for (const thread of threads) {
    const day = dayGroup(thread.updated_at, now);
    if (day !== before) rows.push({ kind: "day", day });
    before = day;
    rows.push({ kind: "thread", thread });
  }
  return rows;
}

const keyOf = (row: Row | undefined) =>
  row === undefined ? "" : row.kind === "day" ? row.day : row.thread.id;
