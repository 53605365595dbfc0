import { useTranslations } from "next-intl";
import type { ToolInfo } from "#lib/contracts/tools";
import { type Asks, asksOf } from "./asks.ts";

/** What a tool may touch at most: its level as a mark, and in words for who cannot see it. */
export function LevelMark(props: {
  level: ToolInfo["capability_level"];
  /** Of one call, where it may touch less than its tool. */
  said?: string;
}) {
  const t = useTranslations("tools.level");
  const { level, said = t(level) } = props;
  return (
    <span className="level" data-level={level} title={said}>
      {level}
      <span className="sr-only">{said}</span>
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
