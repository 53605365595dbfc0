"use client";
import { Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useReachable } from "../api/reachability.ts";
import { knock } from "../api/send.ts";

/** Says that our server does not answer, keeps trying, and goes away by itself when it does. */
export function GoneBar() {
  const reachable = useReachable();
  return reachable ? null : <Gone />;
}

function Gone() {
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
      <span className="flex-1">{t("said")}</span>
      <button type="button" className="btn" onClick={() => void knock()}>
        {t("retry")}
      </button>
    </div>
  );
}
