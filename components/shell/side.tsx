"use client";
import {
  Activity,
  ListChecks,
  PanelLeft,
  Plus,
  Search,
  Settings,
  SlidersHorizontal,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { IconButton } from "../parts/icon-button.tsx";
import { later } from "../parts/later.tsx";
import { KeyCaps } from "../shortcuts/key-caps.tsx";
import { keysOf } from "../shortcuts/shortcut-list.ts";
import { useShortcutsOn } from "../shortcuts/shortcuts-on.ts";
import { actOf } from "../shortcuts/use-shortcut.ts";
import { foldId } from "./app-shell-context.ts";
import { Brand } from "./brand.tsx";
import { Conversations } from "./conversations.tsx";
import { showKit, useKit } from "./kit.ts";
import { useAskAnew } from "./new-question.ts";

const ToolsPanel = later(() => import("../tools/tools-panel.tsx").then((m) => m.ToolsPanel));

/** The left pane's contents, in the pane and in the sheet alike. */
export function Side({ onFold, onPick }: { onFold: () => void; onPick: () => void }) {
  const t = useTranslations("side");
  const pathname = usePathname();
  const askAnew = useAskAnew();
  const keys = useShortcutsOn();
  const kit = useKit();
  return (
    <>
      <div className="bar-top">
        <Brand />
        <span className="flex-1" />
        <IconButton id={foldId} name={t("fold")} onClick={onFold}>
          <PanelLeft size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="nav">
        <Link
          href="/"
          prefetch={false}
          className="nav-row"
          onClick={(event) => {
            if (isPlainClick(event)) {
              event.preventDefault();
              askAnew();
            }
            onPick();
          }}
        >
          <Plus size={16} aria-hidden="true" />
          <span>{t("new")}</span>
          {keys ? <KeyCaps keys={keysOf("newQuestion")} /> : null}
        </Link>
        <button type="button" className="nav-row" onClick={() => actOf("palette")?.()}>
          <Search size={16} aria-hidden="true" />
          <span>{t("search")}</span>
          {keys ? <KeyCaps keys={keysOf("palette")} /> : null}
        </button>
      </div>
      <Conversations onPick={onPick} />
      {kit ? <ToolsPanel onPick={onPick} /> : null}
      <div className="side-foot">
        <Link
          href="/tasks"
          prefetch={false}
          className="nav-row"
          aria-current={pathname.startsWith("/tasks") ? "page" : undefined}
          onClick={onPick}
        >
          <ListChecks size={16} aria-hidden="true" />
          <span>{t("tasks")}</span>
        </Link>
        <Link
          href="/activity"
          prefetch={false}
          className="nav-row"
          aria-current={pathname.startsWith("/activity") ? "page" : undefined}
          onClick={onPick}
        >
          <Activity size={16} aria-hidden="true" />
          <span>{t("activity")}</span>
          {keys ? <KeyCaps keys={keysOf("activity")} /> : null}
        </Link>
        <button
          type="button"
          className="nav-row"
          aria-expanded={kit}
          aria-controls="kit"
          onClick={() => showKit(!kit)}
        >
          <SlidersHorizontal size={16} aria-hidden="true" />
          <span>{t("tools")}</span>
        </button>
        <Link
          href="/settings"
          prefetch={false}
          className="nav-row"
          aria-current={pathname === "/settings" ? "page" : undefined}
          onClick={onPick}
        >
          <Settings size={16} aria-hidden="true" />
          <span>{t("settings")}</span>
        </Link>
      </div>
    </>
  );
}

/** With a modifier key a link opens elsewhere, and this page stays as it is. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
