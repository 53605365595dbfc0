"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SkillInfo, SkillList } from "#lib/contracts/skills";
import type { ToolInfo } from "#lib/contracts/tools";
import { writtenInLine } from "#lib/contracts/written-out";
import { useRemote } from "../api/remote.ts";
import { toolsRemote } from "../api/tools.ts";
import { useAgo } from "../parts/use-ago.ts";
import { AsksMark, LevelMark } from "../tools/marks.tsx";

/** Where a skill comes from, what it may use at most, and what it wants that is not there. */
export function SkillFacts(props: { skill: SkillInfo; folders: SkillList["folders"] }) {
  const { skill, folders } = props;
  const t = useTranslations("skills.facts");
  const level = useTranslations("tools.level");
  const asks = useTranslations("tools.asks");
  const ago = useAgo();
  const { data } = useRemote(toolsRemote);
  const { allowed_tools, not_here, required_tools, task_types, risk_policy } = skill;
  const lacking = required_tools.filter(({ state }) => state !== "here");
  const tool = (id: string) => data?.tools.find((one) => one.id === id);
  const invalid = skill.state === "invalid";
  return (
    <dl className="facts">
      <Fact name={t("from")}>
        {t(skill.source)} · <code>{placeOf(skill, folders)}</code>
      </Fact>
      {invalid ? null : (
        <Fact name={t("tools")}>
          {allowed_tools === undefined ? (
            t("anyTool")
          ) : allowed_tools.length === 0 ? (
            t("noTool")
          ) : (
            <ToolNames ids={allowed_tools} tool={tool} />
          )}
        </Fact>
      )}
      {not_here.length === 0 ? null : (
        <Fact name={t("notHere")}>
          {not_here.map((entry, i) => (
            <span key={entry}>
              {i === 0 ? "" : ", "}
              <code>{writtenInLine(entry)}</code>
            </span>
          ))}{" "}
          <span className="meta">{t("notHereSaid")}</span>
        </Fact>
      )}
      {lacking.length === 0 ? null : (
        <Fact name={t("lacks")}>
          {lacking.map(({ id, state }) => (
            <span key={id} className="caution">
              <code>{writtenInLine(id)}</code> {t(state === "off" ? "off" : "missing")}{" "}
            </span>
          ))}
        </Fact>
      )}
      {risk_policy === undefined ? null : (
        <Fact name={t("most")}>
          {level(risk_policy.level)} · {asks(asksWords[risk_policy.risk])}
        </Fact>
      )}
      {task_types.length === 0 ? null : (
        <Fact name={t("tasks")}>
          {task_types.map((type, i) => (
            <span key={type}>
              {i === 0 ? "" : ", "}
              <code>{type}</code>
            </span>
          ))}
        </Fact>
      )}
      {skill.license === undefined ? null : (
        <Fact name={t("license")}>{writtenInLine(skill.license)}</Fact>
      )}
      {skill.compatibility === undefined ? null : (
        <Fact name={t("compatibility")}>{writtenInLine(skill.compatibility)}</Fact>
      )}
      {Object.entries(skill.metadata ?? {}).map(([key, value]) => (
        <Fact key={key} name={writtenInLine(key)}>
          {writtenInLine(value)}
        </Fact>
      ))}
      {skill.hash === "" ? null : (
        <Fact name={t("hash")}>
          <code className="skill-hash">{skill.hash}</code>{" "}
          {skill.accepted_at === undefined ? null : (
            <span className="meta">{t("accepted", { when: ago(skill.accepted_at) })}</span>
          )}
        </Fact>
      )}
    </dl>
  );
}

const asksWords = {
  safe: "never",
  guarded: "first",
  unsafe: "every_time",
  unknown: "unknown",
} as const;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function ToolNames(props: { ids: readonly string[]; tool: (id: string) => ToolInfo | undefined }) {
  return (
    <ul className="skill-tools">
      {props.ids.map((id) => {
        const tool = props.tool(id);
        return (
          <li key={id}>
            {tool === undefined ? null : <LevelMark level={tool.capability_level} />}{" "}
            <code>{writtenInLine(id)}</code> {tool === undefined ? null : <AsksMark tool={tool} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Below the folder of skills, by the sign that parts folders there. */
function placeOf({ source, entry }: SkillInfo, folders: SkillList["folders"]): string {
  const folder = folders[source];
  return writtenInLine(`${folder}${folder.includes("\\") ? "\\" : "/"}${entry}`);
}
