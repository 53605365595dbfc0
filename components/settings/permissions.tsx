"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { StandingPermission } from "#lib/contracts/approvals";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { approvalsRemote, toolsApi, toolsRemote } from "../api/tools.ts";
import { useResourceWords } from "../approvals/resource-words.ts";
import { useAgo } from "../parts/use-ago.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { LevelMark } from "../tools/marks.tsx";

/** What a person allowed for longer than once. Each can be taken back; then it asks again. */
export function Permissions() {
  const t = useTranslations("permissions");
  const problemText = useProblemText();
  const { data, problem } = useRemote(approvalsRemote, () => 10_000);
  const [said, setSaid] = useState<string>();
  const revoke = async ({ id, tool_id }: StandingPermission) => {
    try {
      await toolsApi.revoke(id);
      setSaid(t("revoked", { tool: tool_id }));
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
    await Promise.all([approvalsRemote.reload(), toolsRemote.reload()]);
  };
  return (
    <section aria-labelledby="permissions">
      <h2 id="permissions">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : data.permissions.length === 0 ? (
        <p className="meta">{t("none")}</p>
      ) : (
        <ul className="servers">
          {data.permissions.map((permission) => (
            <Permission
              key={permission.id}
              permission={permission}
              onRevoke={() => void revoke(permission)}
            />
          ))}
        </ul>
      )}
      <p className="meta" role="status">
        {said}
      </p>
    </section>
  );
}

function Permission(props: { permission: StandingPermission; onRevoke: () => void }) {
  const { permission, onRevoke } = props;
  const t = useTranslations("permissions");
  const ago = useAgo();
  const resourceWords = useResourceWords();
  const { data } = useRemote(toolsRemote);
  const { tool_id, kind, agent_id, resource, granted_at, used_at } = permission;
  const server = data?.servers.find(({ name }) => `mcp.${name}` === tool_id);
  const tool = data?.tools.find(({ id }) => id === tool_id);
  const changed = tool !== undefined && tool.definition_hash !== permission.definition_hash;
  return (
    <li>
      <div className="server">
        <LevelMark level={permission.level} />
        <b>{tool_id}</b>
        <span>
          {server === undefined ? t(`kind.${kind}`) : t("mayStart")}
          {resource === null ? null : ` · ${resourceWords(resource)}`}
          {agent_id === undefined || agent_id === "primary" || agent_id === "person"
            ? null
            : ` · ${t("agent", { agent: agent_id })}`}
        </span>
        <button
          type="button"
          className="btn btn-quiet"
          aria-label={t("revokeNamed", { tool: tool_id })}
          onClick={onRevoke}
        >
          {t("revoke")}
        </button>
      </div>
      <p className="meta">
        {t("since", { when: ago(granted_at) })}{" "}
        {used_at === undefined ? t("unused") : t("used", { when: ago(used_at) })}{" "}
        {changed ? <span className="caution">{t("changed")}</span> : null}
      </p>
    </li>
  );
}
