"use client";
import { SquareArrowOutUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Citation } from "#lib/contracts/citation";
import { useSourceState } from "./source-states.ts";
import { useEditorHref } from "./use-editor.ts";

/** Opens the cited line in the editor of this browser; nothing where none is wanted. */
export function EditorButton({
  citation,
  iconOnly = false,
}: {
  citation: Citation;
  iconOnly?: boolean;
}) {
  const t = useTranslations("source");
  const { now } = useSourceState(citation);
  const href = useEditorHref(citation.path, (now ?? citation.locator).line_start);
  if (href === undefined) return null;
  const icon = <SquareArrowOutUpRight size={16} aria-hidden="true" />;
  return iconOnly ? (
    <a
      className="btn btn-quiet btn-icon"
      href={href}
      aria-label={t("editor")}
      title={t("editor")}
      data-act="editor"
    >
      {icon}
    </a>
  ) : (
    <a className="btn btn-quiet" href={href} aria-label={t("editor")} data-act="editor">
      {icon}
      {t("editorShort")}
    </a>
  );
}
