"use client";
import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { McpTool, ServerStatus } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { mcpRemote } from "../api/remotes.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { ServerState } from "../parts/server-state.tsx";
import { ToolRows } from "../parts/tool-rows.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

/** The MCP servers that answers go through: how each is, what it offers, and the way to start it afresh. */
export function Servers() {
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const { data, problem } = useRemote(mcpRemote, () => 5000);
  return (
    <section aria-labelledby="servers">
      <h2 id="servers">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <ul className="servers">
          {data.servers.map((server) => (
            <Server
              key={server.name}
              server={server}
              tools={data.tools.filter((tool) => tool.server === server.name)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Server({ server, tools }: { server: ServerStatus; tools: readonly McpTool[] }) {
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [restart, setRestart] = useState<
    { kind: "idle" | "under way" } | { kind: "said"; text: string }
  >({ kind: "idle" });
  const begin = async () => {
    setRestart({ kind: "under way" });
    try {
      await api.restartServer(server.name);
      setRestart({ kind: "said", text: t("restarted", { name: server.name }) });
    } catch (error) {
      setRestart({ kind: "said", text: problemText(asProblem(error)) });
    }
    await mcpRemote.reload();
  };
  return (
    <li>
      <div className="server">
        <b>{server.name}</b>
        <ServerState state={restart.kind === "under way" ? "starting" : server.state} />
        {server.restarts === 0 ? null : (
          <span className="meta">{t("account", { restarts: server.restarts })}</span>
        )}
        <button
          type="button"
          className="btn btn-quiet"
          aria-label={t("restartNamed", { name: server.name })}
          aria-disabled={restart.kind === "under way"}
          onClick={() => (restart.kind === "under way" ? undefined : void begin())}
        >
          <RotateCw size={16} aria-hidden="true" />
          {t("restart")}
        </button>
      </div>
      <p className="meta" role="status">
        {restart.kind === "said" ? restart.text : server.message}
      </p>
      {tools.length === 0 ? null : (
        <>
          <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {t("tools", { count: tools.length })}
          </FoldButton>
          <div id={id} className="server-tools" hidden={!open}>
            {open ? <ToolRows tools={tools} /> : null}
          </div>
        </>
      )}
    </li>
  );
}
