"use client";
import { useTranslations } from "next-intl";
import { useRemote } from "../api/remote.ts";
import { later } from "../parts/later.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { loadOlderThreads, threadsRemote } from "./threads.ts";

const ThreadRows = later(() => import("./thread-rows.tsx").then((m) => m.ThreadRows));

/** Earlier conversations by day, newest first. The search above finds one by its name or its questions. */
export function Conversations({ onPick }: { onPick: () => void }) {
  const t = useTranslations("conversations");
  const problemText = useProblemText();
  const { data, problem } = useRemote(threadsRemote);
  return (
    <nav className="nav-list" aria-label={t("name")}>
      {data === undefined && problem !== undefined ? (
        <p className="nav-label">{problemText(problem)}</p>
      ) : null}
      {data?.total === 0 ? <p className="nav-label">{t("none")}</p> : null}
      {data === undefined || data.threads.length === 0 ? null : (
        <ThreadRows threads={data.threads} onEnd={loadOlderThreads} onPick={onPick} />
      )}
    </nav>
  );
}
