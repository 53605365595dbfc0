"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApprovalsLater } from "../approvals/approvals-later.tsx";
import { keepFocus } from "../ask/keep-focus.ts";
import { rememberChoice, type SideChoice, sideCookie, writeSide } from "../locale/locales.ts";
import { Divider } from "../parts/divider.tsx";
import { Sheet } from "../parts/sheet-later.ts";
import { useWide } from "../parts/use-wide.ts";
import { Shortcuts } from "../shortcuts/shortcuts.tsx";
import { type Account, AppShellContext, foldId } from "./app-shell-context.ts";
import { Side } from "./side.tsx";

/**
 * The frame of every page: the left pane, as wide as it was made, folded or a sheet, and the page beside it. `side` is
 * what this browser remembers, so that the first byte is already right.
 */
export function AppShell(props: {
  side: SideChoice;
  account: Account | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("side");
  const wide = useWide();
  const [folded, setFolded] = useState(props.side.folded);
  const [sheet, setSheet] = useState(false);
  const width = useRef(props.side.width);
  const pane = useRef<HTMLElement>(null);
  const turned = useRef<boolean>(undefined);
  const remember = (choice: SideChoice) => rememberChoice(sideCookie, writeSide(choice));
  const fold = (next: boolean) => {
    if (next === folded) return;
    turned.current = next;
    remember({ folded: next, width: width.current });
    setFolded(next);
  };
  const takesFocus = useCallback((folded: boolean) => {
    const taken = turned.current === folded;
    if (taken) turned.current = undefined;
    return taken;
  }, []);
  // The button that was pressed is gone; its counterpart takes the focus. The one in the page may come later than this.
  useEffect(() => {
    if (!folded && takesFocus(folded)) document.getElementById(foldId)?.focus();
  }, [folded, takesFocus]);
  useFocusOnArrival();
  return (
    <AppShellContext
      value={{
        account: props.account,
        sideFolded: folded,
        showSide: () => (wide ? fold(false) : setSheet(true)),
        takesFocus,
      }}
    >
      <a href="#main" className="btn skip">
        {t("skip")}
      </a>
      <div className="app-shell">
        {wide && !folded ? (
          <>
            <aside
              key="side"
              id="side"
              ref={pane}
              className="side"
              aria-label={t("name")}
              style={{ width: `${width.current}px` }}
            >
              <Side onFold={() => fold(true)} onPick={() => undefined} />
            </aside>
            <Divider
              key="divide"
              id="side-divide"
              className="resize-side"
              name={t("resize")}
              pane={pane}
              controls="side"
              side="left"
              onMoved={(pixels) => {
                width.current = pixels;
                remember({ folded: false, width: pixels });
              }}
            />
          </>
        ) : null}
        <div key="page" className="page">
          <ApprovalsLater />
          {props.children}
        </div>
      </div>
      {sheet && !wide ? (
        <Sheet name={t("name")} side="left" onClose={() => setSheet(false)}>
          <Side onFold={() => setSheet(false)} onPick={() => setSheet(false)} />
        </Sheet>
      ) : null}
      <Shortcuts onChosen={() => setSheet(false)} />
    </AppShellContext>
  );
}

/** What led to another page may be gone with the page it stood on: the new one takes the focus. Not when it is loaded first. */
function useFocusOnArrival() {
  const at = usePathname();
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    // A palette or sheet that is just closing gives the focus back first.
    const timer = setTimeout(keepFocus);
    return () => clearTimeout(timer);
  }, [at]);
}
