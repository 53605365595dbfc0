"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { rememberChoice, sideCookie } from "../locale/locales.ts";
import { Sheet } from "../parts/sheet.tsx";
import { useWide } from "../parts/use-wide.ts";
import { Shortcuts } from "../shortcuts/shortcuts.tsx";
import { foldId, HouseContext, showId } from "./house-context.ts";
import { Side } from "./side.tsx";

/** The frame of every page: the left pane, foldable or a sheet, and the page beside it. */
export function House(props: { folded: boolean; children: ReactNode }) {
  const t = useTranslations("side");
  const wide = useWide();
  const [folded, setFolded] = useState(props.folded);
  const [sheet, setSheet] = useState(false);
  const turned = useRef(false);
  const fold = (next: boolean) => {
    turned.current = true;
    rememberChoice(sideCookie, next ? "folded" : "open");
    setFolded(next);
  };
  // The button that was pressed is gone; its counterpart takes the focus.
  useEffect(() => {
    if (!turned.current) return;
    turned.current = false;
    document.getElementById(folded ? showId : foldId)?.focus();
  }, [folded]);
  return (
    <HouseContext
      value={{ sideFolded: folded, showSide: () => (wide ? fold(false) : setSheet(true)) }}
    >
      <a href="#main" className="btn skip">
        {t("skip")}
      </a>
      <div className="house" data-side={folded ? "folded" : "open"}>
        {wide ? (
          <aside className="side" aria-label={t("name")}>
            <Side onFold={() => fold(true)} onPick={() => undefined} />
          </aside>
        ) : null}
        {props.children}
      </div>
      {sheet && !wide ? (
        <Sheet name={t("name")} side="left" onClose={() => setSheet(false)}>
          <Side onFold={() => setSheet(false)} onPick={() => setSheet(false)} />
        </Sheet>
      ) : null}
      <Shortcuts onChosen={() => setSheet(false)} />
    </HouseContext>
  );
}
