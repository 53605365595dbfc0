"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Sheet } from "../parts/sheet.tsx";
import { useWide } from "../parts/use-wide.ts";
import { HouseContext } from "./house-context.ts";
import { Side } from "./side.tsx";

/** The frame of every page: the left pane, foldable or a sheet, and the page beside it. */
export function House({ children }: { children: ReactNode }) {
  const t = useTranslations("side");
  const wide = useWide();
  const [folded, setFolded] = useState(false);
  const [sheet, setSheet] = useState(false);
  const showSide = () => (wide ? setFolded(false) : setSheet(true));
  return (
    <HouseContext value={{ sideFolded: folded, showSide }}>
      <a href="#main" className="btn skip">
        {t("skip")}
      </a>
      <div className="house" data-side={folded ? "folded" : "open"}>
        {wide ? (
          <aside className="side" aria-label={t("name")}>
            <Side onFold={() => setFolded(true)} onPick={() => undefined} />
          </aside>
        ) : null}
        {children}
      </div>
      {sheet && !wide ? (
        <Sheet name={t("name")} side="left" onClose={() => setSheet(false)}>
          <Side onFold={() => setSheet(false)} onPick={() => setSheet(false)} />
        </Sheet>
      ) : null}
    </HouseContext>
  );
}
