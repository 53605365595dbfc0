"use client";
import { useTranslations } from "next-intl";
import type { ToolInfo } from "#lib/contracts/tools";
import { ServerState } from "../parts/server-state.tsx";
import { isForeign } from "./asks.ts";
import { agentsId, builtInId, sandboxId } from "./built-in.ts";
import { BuiltInFacts } from "./built-in-facts.tsx";
import type { Provider } from "./providers.ts";
import { RestartButton } from "./restart-button.tsx";
import { ToolRows } from "./tool-rows.tsx";
import { useRestart } from "./use-restart.ts";

/** The tools of one provider. What is down says so, and takes no other provider along. */
export function ProviderTools(props: { provider: Provider; onTry: (tool: ToolInfo) => void }) {
  const { provider, onTry } = props;
  const t = useTranslations("tools");
  const { restart, busy, said } = useRestart(provider.name);
  const { server, built_in } = provider;
  const ours = new Map([
    [builtInId, t("builtIn.name")],
    [agentsId, t("agents.name")],
    [sandboxId, t("sandbox.name")],
  ]);
  const name = ours.get(provider.id) ?? provider.name;
  const state = busy ? "starting" : server?.state;
  return (
    <section className="kit-provider" aria-label={name}>
      <div className="kit-server">
        <h3>{name}</h3>
        {state === undefined ? null : <ServerState state={state} />}
        {state === undefined || state === "disabled" || state === "waiting" ? null : (
          <RestartButton
            name={provider.name}
            busy={busy}
            iconOnly
            onRestart={() => void restart()}
          />
        )}
      </div>
      {server === undefined ? null : (
        <p className="meta" role="status">
          {said ?? server.message ?? (state === "down" ? t("downSaid") : null)}
        </p>
      )}
      {built_in === undefined ? null : <BuiltInFacts built_in={built_in} />}
      {isForeign(provider.id) && provider.tools.length > 0 ? (
        <p className="meta">{t("foreign")}</p>
      ) : null}
      {provider.id === agentsId ? <p className="meta">{t("agents.said")}</p> : null}
      <ToolRows tools={provider.tools} onTry={onTry} />
    </section>
  );
}
