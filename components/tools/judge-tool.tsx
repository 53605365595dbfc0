"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { Config } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import type { ToolInfo } from "#lib/contracts/tools";
import { asProblem } from "../api/problem.ts";
import { useConfig } from "../api/remotes.ts";
import { toolsRemote } from "../api/tools.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { saveConfig } from "../settings/save-config.ts";

type Server = Config["mcp_servers"][number];
const levels = ["L0", "L1", "L2"] as const;
const risks = ["safe", "guarded", "unsafe"] as const;

/** What a person holds a foreign tool to be. It counts as long as the server describes the tool as it did then. */
export function JudgeTool({ tool }: { tool: ToolInfo }) {
  const t = useTranslations("tools.judge");
  const id = useId();
  const [open, setOpen] = useState(false);
  const { data: document } = useConfig();
  const server = document?.config.mcp_servers.find(
    ({ name }) => `mcp.${name}` === tool.provider_id,
  );
  if (document === undefined || server === undefined) return null;
  return (
    <div>
      <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t("name")}
      </FoldButton>
      <div id={id} hidden={!open}>
        {open ? <JudgeForm tool={tool} document={document} server={server} /> : null}
      </div>
    </div>
  );
}

function JudgeForm(props: { tool: ToolInfo; document: ConfigDocument; server: Server }) {
  const { tool, document, server } = props;
  const t = useTranslations("tools.judge");
  const level = useTranslations("tools.level");
  const problemText = useProblemText();
  const id = useId();
  const before = server.tools[tool.name];
  const [judged, setJudged] = useState({
    level: before?.level ?? tool.capability_level,
    risk: before?.risk ?? ("guarded" as const),
  });
  const [said, setSaid] = useState<{ text: string; wrong?: boolean }>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const tools = {
      ...server.tools,
      [tool.name]: { ...judged, definition_hash: tool.definition_hash },
    };
    const mcp_servers = document.config.mcp_servers.map((one) =>
      one.name === server.name ? { ...one, tools } : one,
    );
    try {
      await saveConfig(document, { mcp_servers });
      await toolsRemote.reload();
      setSaid({ text: t("saved") });
    } catch (error) {
      setSaid({ text: problemText(asProblem(error)), wrong: true });
    }
  };
  return (
    <form className="judge" onSubmit={(event) => void save(event)}>
      <p className="meta">{t("said")}</p>
      {before === undefined || before.definition_hash === tool.definition_hash ? null : (
        <p className="meta caution">{t("changed")}</p>
      )}
      <div className="argument">
        <label htmlFor={`${id}-level`} className="label">
          {t("level")}
        </label>
        <select
          id={`${id}-level`}
          className="field"
          value={judged.level}
          onChange={(event) => {
            const next = levels.find((one) => one === event.target.value);
            if (next !== undefined) setJudged({ ...judged, level: next });
          }}
        >
          {levels.map((one) => (
            <option key={one} value={one}>
              {`${one}, ${level(one)}`}
            </option>
          ))}
        </select>
      </div>
      <div className="argument">
        <label htmlFor={`${id}-risk`} className="label">
          {t("asks")}
        </label>
        <select
          id={`${id}-risk`}
          className="field"
          value={judged.risk}
          onChange={(event) => {
            const next = risks.find((one) => one === event.target.value);
            if (next !== undefined) setJudged({ ...judged, risk: next });
          }}
        >
          {risks.map((one) => (
            <option key={one} value={one}>
              {t(`risk.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="btn">
        {t("save")}
      </button>
      <p role="status" className={said?.wrong ? "field-said field-wrong" : "meta"}>
        {said?.text}
      </p>
    </form>
  );
}
