"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { ThreadSummary } from "#lib/contracts/http";
import { useRemote } from "../api/remote.ts";
import { type DayGroup, dayGroup, shortWhen } from "../locale/dates.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { loadOlderThreads, threadsRemote } from "./threads.ts";

/** Earlier conversations by day. The newest stand first; older ones come a page at a time. */
export function Conversations({ onPick }: { onPick: () => void }) {
  const t = useTranslations("conversations");
  const problemText = useProblemText();
  const { data, problem } = useRemote(threadsRemote);
  const groups = data === undefined ? [] : byDay(data.threads);
  return (
    <nav className="nav scroll" aria-label={t("name")}>
      {data === undefined && problem !== undefined ? (
        <p className="nav-label">{problemText(problem)}</p>
      ) : null}
      {data?.threads.length === 0 ? <p className="nav-label">{t("none")}</p> : null}
      {groups.map(({ day, threads }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 className="nav-label" id={`day-${day}`}>
            {t(day)}
          </h2>
          <ul>
            {threads.map((thread) => (
              <li key={thread.id}>
                <ThreadLink thread={thread} onPick={onPick} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {data?.more ? (
        <button type="button" className="nav-row" onClick={() => void loadOlderThreads()}>
          <span>{t("older")}</span>
        </button>
      ) : null}
    </nav>
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

function byDay(threads: readonly ThreadSummary[]): { day: DayGroup; threads: ThreadSummary[] }[] {
  const now = new Date();
  const groups: { day: DayGroup; threads: ThreadSummary[] }[] = [];
  for (const thread of threads) {
    const day = dayGroup(thread.updated_at, now);
    const group = groups.find((g) => g.day === day);
    if (group === undefined) groups.push({ day, threads: [thread] });
    else group.threads.push(thread);
  }
  return groups;
}
