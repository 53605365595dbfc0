"use client";
import { useTranslations } from "next-intl";
import type { WaterfallSpan } from "#lib/contracts/activity";
import { useTaskWords } from "../../tasks/task-words.ts";

/** What a span, an agent and an outcome are called in the reader's language; what is of others has the name it has. */
export function useRowWords() {
  const t = useTranslations("activity");
  const agents = useTranslations("activity.agent");
  const tasks = useTaskWords();
  type KindKey = Parameters<typeof t>[0]; // known or not: `has` tells
  type AgentKey = Parameters<typeof agents>[0];
  const known = (key: string) => (t.has(key as KindKey) ? t(key as KindKey) : undefined);
  const agent = (id: string): string => {
    const [, type] = /^task[.:](.+)$/.exec(id) ?? [];
    if (type !== undefined) return tasks.type(type);
    return agents.has(id as AgentKey) ? agents(id as AgentKey) : id;
  };
  return {
    kind: (kind: string) => known(`kind.${kind}`) ?? kind,
    agent,
    status: (status: string) => known(`status.${status}`) ?? status,
    support: (support: string) => known(`support.${support}`) ?? support,
    /** The name of a span, where its kind alone does not say it. */
    name: (span: WaterfallSpan): string | undefined => {
      if (span.kind === "tool_call") return span.tool_id ?? span.name;
      if (span.kind === "agent") return agent(span.agent_id ?? span.name);
      if (span.kind === "request") return span.name === "ask" ? undefined : agent(span.name);
      if (span.kind === "gate") return undefined;
      if (span.kind === "task") return tasks.step(span.name);
      return span.name;
    },
  };
}
