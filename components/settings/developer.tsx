"use client";
import { useTranslations } from "next-intl";
import type { Kept } from "#lib/contracts/activity";
import type { ConfigDocument } from "#lib/contracts/http";
import { keptRemote } from "../api/activity.ts";
import { useRemote } from "../api/remote.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** What only whoever runs or builds on Docent looks at: where the settings are kept, and whether anything is sent away. */
export function Developer({ document }: { document: ConfigDocument | undefined }) {
  const t = useTranslations("settings");
  const telemetry = useTranslations("activity.kept");
  const problemText = useProblemText();
  const { data, problem } = useRemote(keptRemote);
  return (
    <section aria-labelledby="developer">
      <h2 id="developer">{t("developer")}</h2>
      {document === undefined ? null : (
        <div id="settings-file">
          <h3 className="label">{t("file")}</h3>
          <p className="settings-file">
            <code>{document.saved_to}</code>
          </p>
          <p className="meta">{t("fileSaid")}</p>
        </div>
      )}
      <div id="telemetry" className="mt-3">
        <h3 className="label">{telemetry("telemetry")}</h3>
        {data === undefined ? (
          <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
        ) : (
          <Telemetry telemetry={data.telemetry} />
        )}
      </div>
    </section>
  );
}

function Telemetry({ telemetry }: Pick<Kept, "telemetry">) {
  const t = useTranslations("activity.kept");
  const { state, host, content, sent, failed } = telemetry;
  return (
    <>
      <p>
        <b>{t(`state.${state}`)}</b>
        {host === undefined
          ? null
          : ` ${t("to", { host })}, ${t(content ? "content" : "noContent")}`}
      </p>
      <p className="meta">{telemetry.message}</p>
      {state === "off" ? null : <p className="meta">{t("sent", { sent, failed })}</p>}
    </>
  );
}
