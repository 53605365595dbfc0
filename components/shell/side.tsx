"use client";
import {
  Activity,
  Brain,
  ListChecks,
  type LucideIcon,
  PanelLeft,
  Plus,
  Search,
  Settings,
  SlidersHorizontal,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { AccountMenu } from "../account/account-menu.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { later } from "../parts/later.tsx";
import { KeyCaps } from "../shortcuts/key-caps.tsx";
import { keysOf, type ShortcutId, spokenKeys } from "../shortcuts/shortcut-list.ts";
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
          {...keyShortcut(keys, "newQuestion")}
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
          {keys ? <KeyCaps keys={keysOf("newQuestion")} hidden /> : null}
        </Link>
        <button
          type="button"
          className="nav-row"
          {...keyShortcut(keys, "palette")}
          onClick={() => actOf("palette")?.()}
        >
          <Search size={16} aria-hidden="true" />
          <span>{t("search")}</span>
          {keys ? <KeyCaps keys={keysOf("palette")} hidden /> : null}
        </button>
      </div>
      <Conversations onPick={onPick} />
      {kit ? <ToolsPanel onPick={onPick} /> : null}
      <div className="side-foot">
        <PageLink href="/tasks" name={t("tasks")} icon={ListChecks} onPick={onPick} />
        <PageLink href="/memory" name={t("memory")} icon={Brain} onPick={onPick} />
        <PageLink
          href="/activity"
          name={t("activity")}
          icon={Activity}
          onPick={onPick}
          {...keyShortcut(keys, "activity")}
        >
          {keys ? <KeyCaps keys={keysOf("activity")} hidden /> : null}
        </PageLink>
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
        <PageLink href="/settings" name={t("settings")} icon={Settings} onPick={onPick} />
        <AccountMenu onPick={onPick} />
      </div>
    </>
  );
}

function PageLink(props: {
  href: string;
  name: string;
  icon: LucideIcon;
  onPick: () => void;
  "aria-keyshortcuts"?: string;
  children?: ReactNode;
}) {
  const { href, name, icon: Icon, onPick, children } = props;
  return (
    <Link
      href={href}
      prefetch={false}
      className="nav-row"
      aria-keyshortcuts={props["aria-keyshortcuts"]}
      aria-current={usePathname().startsWith(href) ? "page" : undefined}
      onClick={onPick}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{name}</span>
      {children}
    </Link>
  );
}

/** What a screen reader says of the key; the caps beside the name are for the eyes. */
const keyShortcut = (on: boolean, id: ShortcutId) =>
  on ? { "aria-keyshortcuts": spokenKeys(keysOf(id)) } : {};

/** With a modifier key a link opens elsewhere, and this page stays as it is. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
