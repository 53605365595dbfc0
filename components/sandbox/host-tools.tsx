"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { SandboxReport } from "#lib/contracts/sandbox";
import { Fold } from "../parts/fold.tsx";

/** Which tools the code may call; none unless they are ticked. Those of the documents are seen first. */
export function HostTools(props: {
  tools: SandboxReport["host_tools"];
  chosen: readonly string[];
  onChange: (next: string[]) => void;
}) {
  const { tools, chosen, onChange } = props;
  const t = useTranslations("sandbox.form");
  const id = useId();
  const ofDocuments = tools.filter((tool) => tool.id.startsWith("mcp.docs."));
  const others = tools.filter((tool) => !ofDocuments.includes(tool));
  const turn = (tool_id: string) =>
    onChange(
      chosen.includes(tool_id) ? chosen.filter((one) => one !== tool_id) : [...chosen, tool_id],
    );
  const rows = (some: SandboxReport["host_tools"]) =>
    some.map((tool) => (
      <label key={tool.id}>
        <input type="checkbox" checked={chosen.includes(tool.id)} onChange={() => turn(tool.id)} />{" "}
        <code>{`tools.${tool.name}`}</code>
      </label>
    ));
  if (tools.length === 0) return null;
  return (
    <fieldset className="argument host-tools" aria-describedby={`${id}-said`}>
      <legend className="label">{t("tools")}</legend>
      <div className="several">{rows(ofDocuments)}</div>
      {others.length === 0 ? null : (
        <Fold name={t("otherTools", { count: others.length })}>
          <div className="several">{rows(others)}</div>
        </Fold>
      )}
      <p id={`${id}-said`} className="meta">
        {t("toolsSaid")}
      </p>
    </fieldset>
  );
}
