"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRemote } from "../api/remote.ts";
import { mcpRemote } from "../api/remotes.ts";
import { ServerState } from "../parts/server-state.tsx";
import { ToolRows } from "../parts/tool-rows.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

/** What is switched on behind an answer: each MCP server with its state, and the tools it offers. */
export function ToolsPanel({ onPick }: { onPick: () => void }) {
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
      <header>
        <h2 id="kit-name">{t("name")}</h2>
        <Link href="/settings#servers" prefetch={false} className="textlink" onClick={onPick}>
          {t("inSettings")}
        </Link>
      </header>
      <p className="meta">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : null}
      {data?.servers.map((server) => (
        <div key={server.name}>
          <p className="kit-server">
            <b>{server.name}</b>
            <ServerState state={server.state} />
          </p>
          {server.message === undefined ? null : <p className="meta">{server.message}</p>}
          <ToolRows tools={data.tools.filter((tool) => tool.server === server.name)} />
        </div>
      ))}
      {data?.servers.length === 0 ? <p className="meta">{t("none")}</p> : null}
    </section>
  );
}
