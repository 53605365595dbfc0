"use client";
import { useTranslations } from "next-intl";
import type { ToolInfo } from "#lib/contracts/tools";
import { lookAt } from "../approvals/places.ts";

/** Why a tool is off, where there is more to say than that, and the question that it waits for. */
export function ToolOff({ tool, onLook }: { tool: ToolInfo; onLook?: () => void }) {
  const t = useTranslations("tools");
  if (tool.enabled || tool.off === undefined) return null;
  const { message, approval_id } = tool.off;
  return (
    <p className="meta tool-off">
      {message}{" "}
      {approval_id === undefined ? null : (
        <button
          type="button"
          className="textlink"
          onClick={() => {
            lookAt(approval_id);
            onLook?.();
          }}
        >
          {t("lookAt")}
        </button>
      )}
    </p>
  );
}
