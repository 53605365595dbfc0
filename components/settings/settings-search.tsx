"use client";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { isComposing } from "../parts/is-composing.ts";
import { type FoundSetting, findSettings } from "./search-list.ts";
import { seekSetting } from "./seek-setting.ts";
import { settingHref } from "./settings-index.ts";

/** Finds a setting by its name or by what people call it: arrows walk, Enter goes to it, Escape brings the pages back. */
export function SettingsSearch(props: {
  found: readonly FoundSetting[];
  query: string;
  onQuery: (query: string) => void;
}) {
  const { found, query, onQuery } = props;
  const t = useTranslations("settings");
  const router = useRouter();
  const typed = query.trim();
  const hits = typed === "" ? [] : findSettings(found, typed);
  return (
    <Command shouldFilter={false} label={t("search")} loop className="settings-search">
      <div className="settings-search-field">
        <Search size={16} aria-hidden="true" />
        <Command.Input
          value={query}
          onValueChange={onQuery}
          placeholder={t("search")}
          maxLength={200}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
            event.stopPropagation();
            onQuery("");
          }}
        />
      </div>
      <Command.List label={t("searchFound")} hidden={typed === ""}>
        {hits.map(({ id, page, name }) => (
          <Command.Item
            key={id}
            value={id}
            className="nav-row"
            onSelect={() => {
              onQuery("");
              router.push(settingHref(id));
              seekSetting(id);
            }}
          >
            <span className="settings-row">
              <span>{name}</span>
              <span className="meta">{t(`page.${page}`)}</span>
            </span>
          </Command.Item>
        ))}
      </Command.List>
      <p
        className={typed !== "" && hits.length === 0 ? "meta settings-none" : "sr-only"}
        role="status"
      >
        {typed === "" ? "" : t("searchCount", { count: hits.length })}
      </p>
    </Command>
  );
}
