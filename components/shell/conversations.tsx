"use client";
import { useTranslations } from "next-intl";
import { useEffect, useId, useMemo, useState } from "react";
import { useRemote } from "../api/remote.ts";
import { isComposing } from "../parts/is-composing.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { ThreadRows } from "./thread-rows.tsx";
import { allThreads, createThreadList } from "./threads.ts";

/** A pause in typing this long is worth a look. */
const pauseMs = 120;

/** Earlier conversations by day, newest first, and a field that finds some of them by name or question. */
export function Conversations({ onPick }: { onPick: () => void }) {
  const t = useTranslations("conversations");
  const problemText = useProblemText();
  const id = useId();
  const [typed, setTyped] = useState("");
  const wanted = useLater(typed.trim());
  const list = useMemo(() => (wanted === "" ? allThreads : createThreadList(wanted)), [wanted]);
  const { data, problem } = useRemote(list.remote);
  // While another list comes, the one before stays in view.
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  // Loaded by now, or being loaded as this list.
  const whole = allThreads.remote.get().data;
  const none = whole?.total === 0;
  return (
    <>
      {whole === undefined || none ? null : (
        <div className="nav-find">
          <label className="sr-only" htmlFor={id}>
            {t("find")}
          </label>
          <input
            id={id}
            type="search"
            className="field"
            placeholder={t("find")}
            value={typed}
            maxLength={400}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || typed === "" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              setTyped("");
            }}
          />
          <p role="status" className="sr-only">
            {wanted === "" || data === undefined ? "" : t("count", { count: data.total })}
          </p>
        </div>
      )}
      <nav className="nav-list" aria-label={t("name")}>
        {data === undefined && problem !== undefined ? (
          <p className="nav-label">{problemText(problem)}</p>
        ) : null}
        {none ? <p className="nav-label">{t("none")}</p> : null}
        {!none && data?.total === 0 ? <p className="nav-label">{t("noneFound")}</p> : null}
        {shown === undefined ? null : (
          <ThreadRows threads={shown.threads} onEnd={list.loadOlder} onPick={onPick} />
        )}
      </nav>
    </>
  );
}

/** A text once it has rested; emptied, at once. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), text === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
