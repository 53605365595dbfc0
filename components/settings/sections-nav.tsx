"use client";
import { useTranslations } from "next-intl";

/** The way to each section of Settings, beside them where there is room. */
export function SectionsNav() {
  const t = useTranslations("settings");
  const model = useTranslations("model");
  const meaning = useTranslations("meaning");
  const embedding = useTranslations("embedding");
  const web = useTranslations("web");
  const workspace = useTranslations("workspace");
  const sandbox = useTranslations("sandbox.settings");
  const servers = useTranslations("servers");
  const skills = useTranslations("skills");
  const permissions = useTranslations("permissions");
  const activity = useTranslations("activity.kept");
  const appearance = useTranslations("appearance");
  const keys = useTranslations("keys");
  const editor = useTranslations("editor");
  const about = useTranslations("about");
  const sections = [
    { id: "folders", name: t("folders") },
    { id: "test", name: t("test") },
    { id: "never", name: t("neverRead") },
    { id: "model", name: model("name") },
    { id: "meaning", name: meaning("name") },
    { id: "embedding", name: embedding("name") },
    { id: "web", name: web("name") },
    { id: "workspace", name: workspace("name") },
    { id: "sandbox", name: sandbox("name") },
    { id: "servers", name: servers("name") },
    { id: "skills", name: skills("name") },
    { id: "permissions", name: permissions("name") },
    { id: "activity", name: activity("name") },
    { id: "look", name: appearance("name") },
    { id: "keys", name: keys("name") },
    { id: "editor", name: editor("name") },
    { id: "about", name: about("name") },
  ];
  return (
    <nav className="settings-nav" aria-label={t("sections")}>
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} className="nav-row">
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
