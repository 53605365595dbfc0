"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

/** How long a question still stands. It is seen to run, and spoken once: when less than a minute is left. */
export function Countdown(props: { from: string; until: string }) {
  const t = useTranslations("approvals");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const until = Date.parse(props.until);
  const left = Math.max(0, until - now);
  const share = Math.min(1, left / Math.max(1, until - Date.parse(props.from)));
  const seconds = Math.ceil(left / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <>
      <span className="countdown" role="timer">
        <span className="meter" aria-hidden="true">
          <i style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
        {t("left", { clock })}
      </span>
      <span className="sr-only" role="status">
        {left < 60_000 ? t("lastMinute") : ""}
      </span>
    </>
  );
}
