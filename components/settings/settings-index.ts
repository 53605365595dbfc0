/** The pages of Settings, in the order in which they are listed. */
export const settingsPages = [
  "general",
  "folders",
  "model",
  "tools",
  "servers",
  "skills",
  "permissions",
  "web",
  "memory",
  "about",
] as const;
export type SettingsPageId = (typeof settingsPages)[number];

/** The page that `/settings` shows: what a person comes for first, and what every "Open Settings" means. */
export const firstPage: SettingsPageId = "folders";

/**
 * Every setting that can be found: the id of its section or field on the page, the section it stands in where it is a
 * field, and the key of its name in the catalogue. Words it is also looked for by stand below `settings.words`.
 */
export const settingsIndex = [
  { id: "look", page: "general", name: "appearance.name" },
  { id: "language", page: "general", name: "appearance.language", section: "look" },
  { id: "theme", page: "general", name: "appearance.theme", section: "look" },
  { id: "keys", page: "general", name: "keys.name" },
  { id: "editor", page: "general", name: "editor.name" },
  { id: "session", page: "general", name: "session.name" },
  { id: "folders", page: "folders", name: "settings.folders" },
  { id: "add-folder", page: "folders", name: "settings.addFolder", section: "folders" },
  { id: "test", page: "folders", name: "settings.test" },
  { id: "never", page: "folders", name: "settings.neverRead" },
  { id: "model", page: "model", name: "model.name" },
  { id: "model-provider", page: "model", name: "model.field.provider", section: "model" },
  { id: "model-key", page: "model", name: "settings.form.key", section: "model" },
  { id: "model-address", page: "model", name: "model.field.base_url", section: "model" },
  { id: "model-name", page: "model", name: "model.field.name", section: "model" },
  { id: "further-models", page: "model", name: "model.further", section: "model" },
  { id: "tool-calls", page: "model", name: "model.field.tool_protocol", section: "model" },
  { id: "answers", page: "model", name: "model.mode" },
  { id: "gate", page: "model", name: "model.gate", section: "answers" },
  { id: "second-look", page: "model", name: "model.look", section: "answers" },
  { id: "meaning", page: "model", name: "meaning.name" },
  { id: "embedding", page: "model", name: "embedding.name" },
  { id: "workspace", page: "tools", name: "workspace.name" },
  { id: "tool-folder", page: "tools", name: "workspace.root", section: "workspace" },
  { id: "bash", page: "tools", name: "settings.bash", section: "workspace" },
  { id: "sandbox", page: "tools", name: "sandbox.settings.name" },
  { id: "sandbox-limits", page: "tools", name: "settings.runLimits", section: "sandbox" },
  { id: "servers", page: "servers", name: "servers.name" },
  { id: "add-server", page: "servers", name: "servers.add", section: "servers" },
  { id: "skills", page: "skills", name: "skills.name" },
  { id: "permissions", page: "permissions", name: "permissions.name" },
  { id: "web", page: "web", name: "web.name" },
  { id: "web-search", page: "web", name: "web.backend", section: "web" },
  { id: "allow-hosts", page: "web", name: "web.allowHosts", section: "web" },
  { id: "deny-hosts", page: "web", name: "web.denyHosts", section: "web" },
  { id: "page-limits", page: "web", name: "settings.pageLimits", section: "web" },
  { id: "saved-pages", page: "web", name: "web.pages" },
  { id: "memory", page: "memory", name: "memory.title" },
  { id: "remember", page: "memory", name: "memory.switch.enabled", section: "memory" },
  { id: "recall", page: "memory", name: "memory.switch.recall", section: "memory" },
  { id: "activity", page: "memory", name: "activity.kept.name" },
  { id: "about", page: "about", name: "about.name" },
  { id: "developer", page: "about", name: "settings.developer" },
  { id: "telemetry", page: "about", name: "activity.kept.telemetry", section: "developer" },
  { id: "settings-file", page: "about", name: "settings.file", section: "developer" },
] as const satisfies readonly SettingEntry[];

type SettingEntry = { id: string; page: SettingsPageId; name: string; section?: string };
export type Setting = (typeof settingsIndex)[number];
export type SettingId = Setting["id"];

/** Where a section or field of Settings stands. */
export function settingHref(id: SettingId): string {
  return `/settings/${pageOf(id) ?? firstPage}#${id}`;
}

/** The page of a section or field; undefined for an id that none has. */
export function pageOf(id: string): SettingsPageId | undefined {
  return settingsIndex.find((one) => one.id === id)?.page;
}

export function sectionOf(id: string): string {
  const found: SettingEntry | undefined = settingsIndex.find((one) => one.id === id);
  return found?.section ?? id;
}
