"use client";
import { Unplug } from "lucide-react";
import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { type Reach, useReach } from "../api/reachability.ts";
import { knock } from "../api/send.ts";

/**
 * Says that our server does not answer, keeps trying, and goes away by itself when it does. A page that was being opened
 * meanwhile waits for it too.
 */
export function GoneBar() {
  const reach = useReach();
  const waiting = useOffline();
  useEffect(() => {
    if (waiting) void knock();
  }, [waiting]);
  return reach === "here" ? null : <Gone reach={reach} />;
}

function Gone({ reach }: { reach: Exclude<Reach, "here"> }) {
  const t = useTranslations("gone");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer = setTimeout(async () => {
        await knock();
        if (timer !== undefined) later();
      }, 2000);
    };
    later();
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, []);
  return (
    <div className="gone" role="alert">
      <Unplug size={16} aria-hidden="true" />
      <span className="flex-1">{t(reach)}</span>
      <button type="button" className="btn" onClick={() => void knock()}>
        {t("retry")}
      </button>
    </div>
  );
}
