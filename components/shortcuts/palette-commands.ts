"use client";
import {
  Activity,
  ArrowDownToLine,
  ArrowLeft,
  ArrowRight,
  Brain,
  ChartColumn,
  CircleDashed,
  Copy,
  FolderPlus,
  Info,
  Keyboard,
  Languages,
  ListChecks,
  ListRestart,
  ListTree,
  type LucideIcon,
  Monitor,
  Moon,
  Network,
  Plus,
  ScrollText,
  Search,
  Server,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  SquarePen,
  Sun,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { chooseLocale, chooseTheme } from "../locale/choices.ts";
import { locales, themes } from "../locale/locales.ts";
import { findSettings } from "../settings/search-list.ts";
import { seekSetting } from "../settings/seek-setting.ts";
import { settingHref, settingsIndex } from "../settings/settings-index.ts";
import { useAppShell } from "../shell/app-shell-context.ts";
import { goToKit } from "../shell/kit.ts";
import { keysOf, type ShortcutId, shortcuts } from "./shortcut-list.ts";
import { actOf, useActiveShortcuts } from "./use-shortcut.ts";

export type PaletteCommand = {
  id: string;
  name: string;
  /** The shortcut that does the same. */
  keys?: string;
  icon: LucideIcon;
  act: () => void;
};

const icons: Record<ShortcutId, LucideIcon> = {
  palette: Search,
  help: Keyboard,
  box: ArrowDownToLine,
  newQuestion: Plus,
  previousSource: ArrowLeft,
  nextSource: ArrowRight,
  editor: SquarePen,
  copy: Copy,
  sources: ListTree,
  gaps: CircleDashed,
  activity: Activity,
};
const themeIcons = { system: Monitor, light: Sun, dark: Moon };
const places = [
  { id: "tasks", icon: ListChecks, href: "/tasks" },
  { id: "memory", icon: Brain, href: "/memory" },
  { id: "charts", icon: ChartColumn, href: "/activity/charts" },
  { id: "audit", icon: ScrollText, href: "/activity/audit" },
  { id: "network", icon: Network, href: "/activity/network" },
  { id: "cases", icon: ListRestart, href: "/activity/cases" },
  { id: "settings", icon: Settings, href: "/settings" },
  { id: "addFolder", icon: FolderPlus, href: settingHref("add-folder") },
  { id: "servers", icon: Server, href: settingHref("servers") },
  { id: "permissions", icon: ShieldCheck, href: settingHref("permissions") },
  { id: "about", icon: Info, href: settingHref("about") },
] as const;

/** What can be done from here: the shortcuts that do something now, the places of the page, theme and language. */
export function useCommands(): PaletteCommand[] {
  const t = useTranslations("palette");
  const does = useTranslations("keys.does");
  const appearance = useTranslations("appearance");
  const locale = useLocale();
  const router = useRouter();
  const active = useActiveShortcuts();
  const { showSide } = useAppShell();
  return [
    ...shortcuts
      .filter(({ id }) => id !== "palette" && active.has(id))
      .map(({ id }) => ({
        id,
        name: does(id),
        keys: keysOf(id),
        icon: icons[id],
        act: () => actOf(id)?.(),
      })),
    ...places.map(({ id, icon, href }) => ({
      id,
      name: t(`go.${id}`),
      icon,
      act: () => router.push(href),
    })),
    {
      id: "tools",
      name: t("go.tools"),
      icon: SlidersHorizontal,
      act: () => {
        showSide();
        goToKit();
      },
    },
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      name: t("theme", { theme: appearance(`themes.${theme}`) }),
      icon: themeIcons[theme],
      act: () => chooseTheme(theme),
    })),
    ...locales
      .filter((other) => other !== locale)
      .map((other) => ({
        id: `locale ${other}`,
        name: t("language", { language: appearance(`locale.${other}`) }),
        icon: Languages,
        act: () => {
          chooseLocale(other);
          router.refresh();
        },
      })),
  ];
}

/** The settings that hold what is typed in their name, then those that people call by it. */
export function useSettingCommands(wanted: string): (PaletteCommand & { page: string })[] {
  const t = useTranslations();
  const router = useRouter();
  if (wanted === "") return [];
  const all = settingsIndex
    .filter(({ id }) => id !== "session")
    .map(({ id, page, name }) => ({
      id: `setting ${id}`,
      name: t(name),
      names: t(name),
      words: `${t(name)} ${t(`settings.words.${id}`)} ${t(`settings.page.${page}`)}`,
      page: t(`settings.page.${page}`),
      icon: Settings,
      act: () => {
        router.push(settingHref(id));
        seekSetting(id);
      },
    }));
  return findSettings(all, wanted);
}
