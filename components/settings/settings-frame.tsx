"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { useConfig } from "../api/remotes.ts";
import { Scroller } from "../parts/scroller.tsx";
import { Middle } from "../shell/middle.tsx";
import { SavedProvider } from "./saved.tsx";
import type { FoundSetting } from "./search-list.ts";
import { seekSetting } from "./seek-setting.ts";
import { SettingsContext } from "./settings-context.ts";
import { SettingsNav } from "./settings-nav.tsx";

/**
 * What stands around every page of Settings: the list of pages with its search, and the note of what was saved. On a
 * narrow screen `/settings` is the list alone, and a page is shown without it.
 */
export function SettingsFrame(props: { found: readonly FoundSetting[]; children: ReactNode }) {
  const t = useTranslations("settings");
  const config = useConfig();
  const at = usePathname();
  const pane = useRef<HTMLElement>(null);
  const before = useRef<string>(undefined);
  useEffect(() => {
    const arrive = () => {
      const id = decodeURIComponent(location.hash.slice(1));
      if (id !== "") seekSetting(id);
    };
    if (location.pathname !== at) return; // on its way somewhere else
    pane.current?.scrollTo(0, 0);
    // On a narrow screen the row that was pressed is gone with the list.
    if (before.current !== undefined && document.activeElement === document.body) {
      document.getElementById("main")?.focus();
    }
    before.current = at;
    arrive();
    window.addEventListener("hashchange", arrive);
    return () => window.removeEventListener("hashchange", arrive);
  }, [at]);
  const isList = at === "/settings";
  return (
    <SavedProvider etag={config.data?.etag}>
      <Middle title="">
        <div className="settings-page" data-list={isList || undefined}>
          <SettingsNav found={props.found} isList={isList} />
          <Scroller name={t("title")} ref={pane}>
            <SettingsContext value={config}>{props.children}</SettingsContext>
          </Scroller>
        </div>
      </Middle>
    </SavedProvider>
  );
}
