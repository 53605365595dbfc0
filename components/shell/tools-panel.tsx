"use client";
import { useTranslations } from "next-intl";
import { useRemote } from "../api/remote.ts";
import { mcpRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** What is switched on behind an answer: each MCP server with its state, and the tools it offers. */
export function ToolsPanel() {
  const t = useTranslations("tools");
  const problemText = useProblemText();
  const { data, problem } = useRemote(mcpRemote, () => 5000);
  return (
    <section
      className="kit"
      aria-labelledby="kit-name"
      id="kit"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <h2 id="kit-name">{t("name")}</h2>
      {data === undefined && problem !== undefined ? (
        <p className="meta">{problemText(problem)}</p>
      ) : null}
      {data?.servers.map((server) => (
        <div key={server.name}>
          <p className="kit-server">
            <b>{server.name}</b>
            <span className="meta">{t(`state.${server.state}`)}</span>
          </p>
          {server.message === undefined ? null : <p className="meta">{server.message}</p>}
          <ul>
            {data.tools
              .filter((tool) => tool.server === server.name)
              .map((tool) => (
                <li key={tool.id} className="kit-tool">
                  <code>{tool.name}</code>
                  <p className="meta">
                    {tool.title ?? tool.description}
                    {tool.read_only ? t("reads") : t("writes")}
                  </p>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {data?.servers.length === 0 ? <p className="meta">{t("none")}</p> : null}
    </section>
  );
}
