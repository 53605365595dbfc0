import { useTranslations } from "next-intl";
import type { ToolInfo } from "#lib/contracts/tools";
import { type Asks, asksOf } from "./asks.ts";

/** What a tool may touch at most: its level as a mark, and in words for who cannot see it. */
export function LevelMark({ level }: { level: ToolInfo["capability_level"] }) {
  const t = useTranslations("tools.level");
  return (
    <span className="level" data-level={level} title={t(level)}>
      {level}
      <span className="sr-only">{t(level)}</span>
    </span>
  );
}

/** Whether a person is asked before it runs: a shape, then the words. One that is switched off does neither. */
export function AsksMark(props: {
  tool: Pick<ToolInfo, "risk" | "requires_confirm"> & { enabled?: boolean };
}) {
  const t = useTranslations("tools");
  if (props.tool.enabled === false) return <span className="asks">{t("off")}</span>;
  const asks: Asks = asksOf(props.tool);
  return (
    <span className="asks" data-asks={asks}>
      {t(`asks.${asks}`)}
    </span>
  );
}
