"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { lookAt } from "../approvals/places.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { EditServer } from "./edit-server.tsx";
import type { ConfiguredServer } from "./read-server.ts";
import { fieldSaid } from "./save-config.ts";
import { saveServers } from "./save-servers.ts";
import { useSaySaved } from "./saved.tsx";

/** What can be done with a server of the settings: change it, switch it off and on, take it away. */
export function ServerActions(props: { document: ConfigDocument; server: ConfiguredServer }) {
  const { document, server } = props;
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const { name, enabled } = server;
  const others = document.config.mcp_servers;
  const turn = async () => {
    const next = others.map((one) => (one.name === name ? { ...one, enabled: !enabled } : one));
    try {
      const asked = await saveServers(document, next, name);
      if (asked !== undefined) lookAt(asked);
      saySaved({ text: t(enabled ? "turnedOff" : "turnedOn", { name }) });
    } catch (error) {
      saySaved({ text: fieldSaid(asProblem(error), "mcp_servers", problemText), failed: true });
    }
  };
  return (
    <>
      <EditServer document={document} server={server} />
      <button
        type="button"
        className="btn btn-quiet"
        aria-label={t(enabled ? "turnOffNamed" : "turnOnNamed", { name })}
        onClick={() => void turn()}
      >
        {t(enabled ? "turnOff" : "turnOn")}
      </button>
      <ConfirmDialog
        title={t("removeTitle", { name })}
        said={t("removeSaid")}
        keep={t("keep")}
        act={t("removeNow")}
        confirm={async () => {
          await saveServers(
            document,
            others.filter((one) => one.name !== name),
            name,
          );
          saySaved({ text: t("removed", { name }) });
        }}
      >
        <button type="button" className="btn btn-quiet" aria-label={t("removeNamed", { name })}>
          {t("remove")}
        </button>
      </ConfirmDialog>
    </>
  );
}
