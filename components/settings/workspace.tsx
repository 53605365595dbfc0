"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { BuiltInTools, ToolInfo } from "#lib/contracts/tools";
import { useRemote } from "../api/remote.ts";
import { toolsRemote } from "../api/tools.ts";
import { Details } from "../parts/details.tsx";
import { Fold } from "../parts/fold.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { builtInId, inOrder } from "../tools/built-in.ts";
import { ToolDialog } from "../tools/tool-dialog.tsx";
import { ToolRows } from "../tools/tool-rows.tsx";
import { BashSwitch } from "./bash-switch.tsx";
import { WorkspaceRoot } from "./workspace-root.tsx";

/** The built-in tools: in which folder they work and who says so, with which programs, and the switch of `bash`. */
export function Workspace({ document }: { document: ConfigDocument | undefined }) {
  const t = useTranslations("workspace");
  const problemText = useProblemText();
  const { data, problem } = useRemote(toolsRemote, () => 5000);
  const [tried, setTried] = useState<ToolInfo>();
  const tools = inOrder(data?.tools.filter((tool) => tool.provider_id === builtInId) ?? []);
  const bash = tools.find(({ name }) => name === "bash");
  return (
    <section aria-labelledby="workspace">
      <h2 id="workspace">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <>
          {data.built_in === undefined ? null : <Facts built_in={data.built_in} />}
          {document === undefined || data.built_in === undefined ? null : (
            <WorkspaceRoot document={document} from={data.built_in.roots_from} />
          )}
          {document === undefined || bash === undefined ? null : (
            <BashSwitch document={document} bash={bash} />
          )}
          <Fold name={t("tools", { count: tools.length })}>
            <ToolRows tools={tools} onTry={setTried} />
          </Fold>
          {data.built_in === undefined ? null : (
            <Details>
              <Programs commands={data.built_in.commands} />
            </Details>
          )}
        </>
      )}
      {tried === undefined ? null : (
        <ToolDialog
          key={tried.id}
          tool={tools.find(({ id }) => id === tried.id) ?? tried}
          onClose={() => setTried(undefined)}
        />
      )}
    </section>
  );
}

function Facts({ built_in }: { built_in: BuiltInTools }) {
  const t = useTranslations("workspace");
  const { roots, roots_from } = built_in;
  return (
    <dl className="facts workspace-facts">
      <dt>{t("folders")}</dt>
      <dd>
        {roots.map((root, i) => (
          <span key={root} className="block">
            <code>{root}</code>{" "}
            {roots.length > 1 && i === 0 ? <span className="meta">{t("first")}</span> : null}
          </span>
        ))}
        <span className="meta">{t(`from.${roots_from}`)}</span>
      </dd>
    </dl>
  );
}

/** What the tools are made of on this computer. */
function Programs({ commands }: Pick<BuiltInTools, "commands">) {
  const t = useTranslations("workspace");
  return (
    <dl className="facts">
      <dt>{t("programs")}</dt>
      <dd>
        {commands.map(({ name, path, version }) => (
          <span key={name} className="block">
            <code>{name}</code>{" "}
            {path === undefined ? (
              <span className="caution">{t("notThere")}</span>
            ) : (
              <span className="meta">
                {version} <code>{path}</code>
              </span>
            )}
          </span>
        ))}
      </dd>
    </dl>
  );
}
