"use client";
import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../parts/icon-button.tsx";
import { useAppShell } from "./app-shell-context.ts";
import { Brand } from "./brand.tsx";
import { GoneBar } from "./gone-bar.tsx";

/** The middle pane: a bar with the way to the left pane and what can be done with the page, then the page. */
export function Middle(props: { title: string; acts?: ReactNode; children: ReactNode }) {
  const t = useTranslations("side");
  const { sideFolded, showSide, takesFocus } = useAppShell();
  const show = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (sideFolded && takesFocus(sideFolded)) show.current?.focus();
  }, [sideFolded, takesFocus]);
  const needed = props.title !== "" || sideFolded;
  return (
    <main className="middle" id="main" tabIndex={-1}>
      <GoneBar />
      <header className={`bar-top ${needed ? "" : "narrow-only"}`}>
        <IconButton
          ref={show}
          name={t("show")}
          className={sideFolded ? "" : "narrow-only"}
          onClick={showSide}
        >
          <Menu size={16} aria-hidden="true" />
        </IconButton>
        {props.title === "" ? <Brand /> : <h1>{props.title}</h1>}
        {props.acts}
      </header>
      {props.children}
    </main>
  );
}
