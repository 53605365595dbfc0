"use client";
import {
  Blocks,
  Bot,
  Brain,
  FolderOpen,
  Globe,
  GraduationCap,
  Info,
  type LucideIcon,
  Server,
  ShieldCheck,
  SlidersHorizontal,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsaved } from "./drafts.ts";
import type { FoundSetting } from "./search-list.ts";
import { firstPage, type SettingsPageId, settingsPages } from "./settings-index.ts";
import { SettingsSearch } from "./settings-search.tsx";

export const pageIcons: Record<SettingsPageId, LucideIcon> = {
  general: SlidersHorizontal,
  folders: FolderOpen,
  model: Bot,
  tools: Blocks,
  servers: Server,
  skills: GraduationCap,
  permissions: ShieldCheck,
  web: Globe,
  memory: Brain,
  about: Info,
};

/** The pages of Settings, and a search over everything on them. */
export function SettingsNav(props: { found: readonly FoundSetting[]; isList: boolean }) {
  const { found, isList } = props;
  const t = useTranslations("settings");
  const [query, setQuery] = useState("");
  const title = <span>{t("title")}</span>;
  return (
    <nav className="settings-nav" aria-label={t("sections")}>
      {isList ? (
        <h1 className="settings-title">{title}</h1>
      ) : (
        <p className="settings-title">{title}</p>
      )}
      <SettingsSearch found={found} query={query} onQuery={setQuery} />
      {query.trim() === "" ? (
        <ul>
          {settingsPages.map((page) => (
            <PageRow key={page} page={page} />
          ))}
        </ul>
      ) : null}
    </nav>
  );
}

function PageRow({ page }: { page: SettingsPageId }) {
  const t = useTranslations("settings");
  const at = usePathname();
  const unsaved = useUnsaved(page);
  const Icon = pageIcons[page];
  const href = `/settings/${page}`;
  const isHere = at === href || (at === "/settings" && page === firstPage);
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="nav-row"
        aria-current={isHere ? "page" : undefined}
      >
        <Icon size={16} aria-hidden="true" />
        <span className="settings-row">
          <span>{t(`page.${page}`)}</span>
          <PageSaid page={page} />
        </span>
        {unsaved ? <span className="unsaved">{t("unsaved")}</span> : null}
      </Link>
    </li>
  );
}

/** What a page is for, shown where the list stands alone. */
function PageSaid({ page }: { page: SettingsPageId }) {
  const t = useTranslations("settings");
  return <span className="meta settings-row-said">{t(`pageSaid.${page}`)}</span>;
}
