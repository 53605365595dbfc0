import type { ConfigChange } from "#lib/contracts/http";
import { pageOf, type SettingId, type SettingsPageId } from "./settings-index.ts";

/** Which setting of the page a path of the configuration belongs to: the longest beginning counts. */
const settingsAt: Readonly<Record<string, SettingId>> = {
  doc_access: "folders",
  "doc_access.deny": "never",
  retrieval: "meaning",
  "retrieval.embedding": "embedding",
  answer: "answers",
  "answer.gate": "gate",
  "answer.second_look": "second-look",
  model: "model",
  "model.models": "further-models",
  "model.tool_protocol": "tool-calls",
  agents: "model",
  limits: "model",
  tools: "workspace",
  "tools.workspace_root": "tool-folder",
  "tools.bash": "bash",
  mcp_servers: "servers",
  skills: "skills",
  sandbox: "sandbox",
  web: "web",
  "web.search_backend": "web-search",
  "web.allow_hosts": "allow-hosts",
  "web.deny_hosts": "deny-hosts",
  memory: "memory",
  "memory.enabled": "remember",
  "memory.recall": "recall",
  retention: "activity",
  auth: "session",
};

export function settingAt(path: string): SettingId | undefined {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = settingsAt[at];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The pages of Settings on which something was changed. */
export function pagesOf(changes: readonly ConfigChange[]): Set<SettingsPageId> {
  const pages = changes.flatMap(({ path }) => {
    const id = settingAt(path);
    const page = id === undefined ? undefined : pageOf(id);
    return page === undefined ? [] : [page];
  });
  return new Set(pages);
}
