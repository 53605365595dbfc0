"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument, ServerStatus } from "#lib/contracts/http";
import type { ToolInfo } from "#lib/contracts/tools";
import { lookAt } from "../approvals/places.ts";
import { Fold } from "../parts/fold.tsx";
import { ServerState } from "../parts/server-state.tsx";
import { ForeignWords } from "../tools/foreign-words.tsx";
import { RestartButton } from "../tools/restart-button.tsx";
import { ToolRows } from "../tools/tool-rows.tsx";
import { useRestart } from "../tools/use-restart.ts";
import { ServerActions } from "./server-actions.tsx";

/** One MCP server: state, where it comes from, what it offers and says of itself. Only one from the settings is changed here. */
export function ServerRow(props: {
  server: ServerStatus;
  tools: readonly ToolInfo[];
  document: ConfigDocument | undefined;
  onTry: (tool: ToolInfo) => void;
}) {
  const { server, tools, document, onTry } = props;
  const t = useTranslations("servers");
  const { restart, busy, said } = useRestart(server.name);
  const { approval_id, refused_tools: refused = [] } = server;
  const configured = document?.config.mcp_servers.find(
    ({ name }) => name === server.name && server.source !== "environment",
  );
  return (
    <li>
      <div className="server">
        <b>{server.name}</b>
        <ServerState state={busy ? "starting" : server.state} />
        <span className="meta">
          {server.source === undefined ? null : t(`source.${server.source}`)}
          {server.restarts === 0 ? null : `, ${t("account", { restarts: server.restarts })}`}
        </span>
        <span className="server-acts">
          {server.state === "waiting" && approval_id !== undefined ? (
            <button type="button" className="btn" onClick={() => lookAt(approval_id)}>
              {t("lookAt")}
            </button>
          ) : null}
          {server.state === "disabled" || server.state === "waiting" ? null : (
            <RestartButton name={server.name} busy={busy} onRestart={() => void restart()} />
          )}
          {document === undefined || configured === undefined ? null : (
            <ServerActions document={document} server={configured} />
          )}
        </span>
      </div>
      <p className="meta" role="status">
        {said ?? server.message}
      </p>
      {tools.length === 0 ? null : (
        <Fold name={t("tools", { count: tools.length })}>
          <ToolRows tools={tools} onTry={onTry} />
        </Fold>
      )}
      {refused.length === 0 ? null : (
        <Fold name={t("refused", { count: refused.length })}>
          <ul>
            {refused.map(({ name, reason }) => (
              <li key={name} className="meta">
                <code>{name}</code> {reason}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {server.instructions === undefined || server.source === "built_in" ? null : (
        <Fold name={t("instructions")}>
          <ForeignWords text={server.instructions} most={1000} />
        </Fold>
      )}
    </li>
  );
}
