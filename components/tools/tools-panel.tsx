"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ToolInfo } from "#lib/contracts/tools";
import { useRemote } from "../api/remote.ts";
import { approvalsRemote, toolsRemote } from "../api/tools.ts";
import { lookAt } from "../approvals/places.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { takeKitFocus } from "../shell/kit.ts";
import { SkillsInPanel } from "../skills/skills-in-panel.tsx";
import { skillsId } from "./built-in.ts";
import { ProviderTools } from "./provider-tools.tsx";
import { providersOf } from "./providers.ts";
import { ToolDialog } from "./tool-dialog.tsx";

/** What is switched on: every tool by its provider, with what it may do and whether it asks first. Each can be tried. */
export function ToolsPanel({ onPick }: { onPick: () => void }) {
  const t = useTranslations("tools");
  const problemText = useProblemText();
  const panel = useRef<HTMLElement>(null);
  const { data, problem } = useRemote(toolsRemote, () => 5000);
  const { data: asked } = useRemote(approvalsRemote);
  const [tried, setTried] = useState<ToolInfo>();
  useEffect(() => {
    if (takeKitFocus()) panel.current?.focus();
  }, []);
  const waiting = asked?.approvals.filter(({ state }) => state === "pending") ?? [];
  return (
    <section
      className="kit"
      aria-labelledby="kit-name"
      id="kit"
      ref={panel}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <header>
        <h2 id="kit-name">{t("name")}</h2>
        <Link href="/settings/servers" prefetch={false} className="textlink" onClick={onPick}>
          {t("inSettings")}
        </Link>
      </header>
      <p className="meta">{t("said")}</p>
      {waiting[0] === undefined ? null : (
        <p className="kit-waiting">
          {t("waiting", { count: waiting.length })}{" "}
          <button
            type="button"
            className="textlink"
            onClick={() => {
              lookAt(waiting[0]?.id ?? "");
              onPick();
            }}
          >
            {t("lookAt")}
          </button>
        </p>
      )}
      <SkillsInPanel
        tools={data?.tools.filter(({ provider_id }) => provider_id === skillsId) ?? []}
        onTry={setTried}
        onPick={onPick}
      />
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        providersOf(data.servers, data.tools, data.built_in)
          .filter(({ id }) => id !== skillsId)
          .map((provider) => (
            <ProviderTools key={provider.id} provider={provider} onTry={setTried} />
          ))
      )}
      {tried === undefined ? null : (
        <ToolDialog
          key={tried.id}
          tool={data?.tools.find((tool) => tool.id === tried.id) ?? tried}
          onClose={() => setTried(undefined)}
        />
      )}
    </section>
  );
}
