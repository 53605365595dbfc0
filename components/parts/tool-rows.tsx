import { useTranslations } from "next-intl";
import { type DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { McpTool } from "#lib/contracts/http";

/** The tools of one server: its name for each, what it is for, and what it may do. Level L0 is reading alone. */
export function ToolRows({ tools }: { tools: readonly McpTool[] }) {
  const t = useTranslations("tools");
  return (
    <ul>
      {tools.map((tool) => (
        <li key={tool.id} className="tool-row">
          {tool.read_only ? <span className="level">{"L0"}</span> : null}
          <code>{tool.name}</code>
          <span className="tool-may" data-reads={tool.read_only}>
            {tool.read_only ? t("reads") : t("writes")}
          </span>
          <p className="meta">
            {isDocsTool(tool) ? t(`docs.${tool.name}`) : (tool.title ?? tool.description)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Our own tools are told in the reader's language; a foreign one by what its server says of it. */
function isDocsTool(tool: McpTool): tool is McpTool & { name: DocsToolName } {
  return tool.server === "docs" && tool.name in docsTools;
}
