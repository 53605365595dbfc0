"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { ToolInfo } from "#lib/contracts/tools";
import { useRemote } from "../api/remote.ts";
import { toolsRemote } from "../api/tools.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { providersOf } from "../tools/providers.ts";
import { ToolDialog } from "../tools/tool-dialog.tsx";
import { EditServer } from "./edit-server.tsx";
import { ServerRow } from "./server-row.tsx";

/** The MCP servers that tools come from: how each is, what it offers, and the way to add, change and restart one. */
export function Servers({ document }: { document: ConfigDocument | undefined }) {
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const { data, problem } = useRemote(toolsRemote, () => 5000);
  const [tried, setTried] = useState<ToolInfo>();
  return (
    <section aria-labelledby="servers">
      <h2 id="servers">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <ul className="servers">
          {providersOf(data.servers, data.tools).map((provider) =>
            provider.server === undefined ? null : (
              <ServerRow
                key={provider.id}
                server={provider.server}
                tools={provider.tools}
                document={document}
                onTry={setTried}
              />
            ),
          )}
        </ul>
      )}
      {document === undefined ? null : (
        <div className="mt-3" id="add-server">
          <EditServer document={document} />
        </div>
      )}
      {tried === undefined ? null : (
        <ToolDialog key={tried.id} tool={tried} onClose={() => setTried(undefined)} />
      )}
    </section>
  );
}
