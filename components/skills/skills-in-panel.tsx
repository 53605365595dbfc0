"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ToolInfo } from "#lib/contracts/tools";
import { ToolRows } from "../tools/tool-rows.tsx";
import { SkillRows } from "./skill-rows.tsx";

/** The skills, above the tools that they use, and the tool by which they are read. */
export function SkillsInPanel(props: {
  tools: readonly ToolInfo[];
  onTry: (tool: ToolInfo) => void;
  onPick: () => void;
}) {
  const { tools, onTry, onPick } = props;
  const t = useTranslations("skills");
  return (
    <section className="kit-provider" aria-label={t("inPanel")}>
      <div className="kit-server">
        <h3 id="kit-skills">{t("name")}</h3>
        <Link href="/settings/skills" prefetch={false} className="textlink" onClick={onPick}>
          {t("add")}
        </Link>
      </div>
      <p className="meta">{t("said")}</p>
      <SkillRows />
      <ToolRows tools={tools} onTry={onTry} />
    </section>
  );
}
