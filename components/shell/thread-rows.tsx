"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import type { ThreadSummary } from "#lib/contracts/http";
import { type DayGroup, dayGroup, shortWhen } from "../locale/dates.ts";
import { useRowsInView } from "../parts/use-rows-in-view.ts";
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
  const rows = useMemo(() => rowsOf(props.threads), [props.threads]);
  const { height, drawn } = useRowsInView({
    ...{ rows, scroller, keyOf, onEnd: props.onEnd },
    height: (row) => (row?.kind === "day" ? 34 : wide ? 30 : 44),
  });
  return (
    <div className="scroll" ref={scroller} tabIndex={-1}>
      <ul style={{ height, position: "relative" }}>
        {drawn.map(({ key, row, slot }) => (
          <li key={key} className="nav-slot" {...slot}>
            {row.kind === "day" ? (
              <h2 className="nav-label">{t(row.day)}</h2>
            ) : (
              <ThreadLink thread={row.thread} onPick={props.onPick} />
            )}
          </li>
        ))}
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

const keyOf = (row: Row): string => (row.kind === "day" ? row.day : row.thread.id);
