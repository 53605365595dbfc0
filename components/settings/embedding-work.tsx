"use client";
import { Pause, Play, RotateCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { EmbeddingBody, EmbeddingReport } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { embeddingRemote } from "../api/remotes.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSizeWords } from "../parts/use-size-words.ts";
import { useSaySaved } from "./saved.tsx";

/** What would be sent and to whom, before anybody agrees; then how far it is, what was sent, and how it is stopped. */
export function EmbeddingWork({ report }: { report: EmbeddingReport }) {
  const t = useTranslations("embedding");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const [busy, setBusy] = useState(false);
  const { state, message, forgettable } = report;
  if (state === "off" || state === "unavailable") {
    return (
      <>
        {state === "off" ? null : <p className="field-said field-wrong">{message}</p>}
        {forgettable ? (
          <div className="next-steps">
            <Forget />
          </div>
        ) : null}
      </>
    );
  }
  const act = async (body: EmbeddingBody) => {
    setBusy(true);
    try {
      embeddingRemote.put(await api.actOnEmbedding(body));
    } catch (error) {
      saySaved({ text: problemText(asProblem(error)), failed: true });
      await embeddingRemote.reload();
    }
    setBusy(false);
  };
  if (state === "asks") {
    const { provider, address, roots } = report;
    const shown = {
      roots: roots.map(({ digest }) => digest),
      ...(address === undefined ? {} : { address }),
    };
    return (
      <div className="argument mt-6">
        <WouldSend report={report} />
        <div className="next-steps">
          <button
            type="button"
            className="btn"
            disabled={busy || report.passages === undefined || provider === null}
            onClick={() =>
              void act({ action: "start", ...(provider === null ? {} : { provider }), ...shown })
            }
          >
            {t("start")}
          </button>
          {forgettable ? <Forget /> : null}
        </div>
      </div>
    );
  }
  return (
    <div className="argument mt-6">
      <Progress report={report} />
      <div className="next-steps">
        {state === "working" || state === "done" ? (
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => void act({ action: "pause" })}
          >
            <Pause size={16} aria-hidden="true" />
            {t("pause")}
          </button>
        ) : state === "paused" ? (
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => void act({ action: "resume" })}
          >
            <Play size={16} aria-hidden="true" />
            {t("resume")}
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => void act({ action: "resume" })}
          >
            <RotateCw size={16} aria-hidden="true" />
            {t("tryNow")}
          </button>
        )}
        <Forget />
      </div>
    </div>
  );
}

/** Takes every vector and the agreement away, also those of a model that is not set any more. */
function Forget() {
  const t = useTranslations("embedding");
  const saySaved = useSaySaved();
  return (
    <ConfirmDialog
      title={t("forgetTitle")}
      said={t("forgetSaid")}
      keep={t("keep")}
      act={t("forgetNow")}
      confirm={async () => {
        embeddingRemote.put(await api.actOnEmbedding({ action: "forget" }));
        saySaved({ text: t("forgotten"), final: true });
      }}
    >
      <button type="button" className="btn btn-quiet">
        {t("forget")}
      </button>
    </ConfirmDialog>
  );
}

function WouldSend({ report }: { report: EmbeddingReport }) {
  const t = useTranslations("embedding");
  const format = useFormatter();
  const size = useSizeWords();
  const { passages, host = "", address = "", local, roots } = report;
  if (passages === undefined) return <p>{t("unknownSize")}</p>;
  const { total, done, left_out, bytes_left } = passages;
  const folders = format.list(roots.map(({ label }) => label));
  return (
    <>
      <p>
        {t("wouldSend", {
          passages: total - done - left_out,
          size: size(bytes_left),
          folders,
          address,
        })}
      </p>
      <p className={local ? "meta" : "meta caution"}>
        {local ? t("local") : t("leaves", { host })}
      </p>
    </>
  );
}

function Progress({ report }: { report: EmbeddingReport }) {
  const t = useTranslations("embedding");
  const format = useFormatter();
  const { state, message, retry_at, passages, sent, host } = report;
  const { total = 0, done = 0, left_out = 0 } = passages ?? {};
  const progress = t("progress", { done, total });
  const { cost, ...counts } = sent;
  const again = retry_at === undefined ? undefined : new Date(retry_at);
  return (
    <>
      {passages === undefined ? null : (
        <>
          <progress className="embedding-progress" max={total} value={done} aria-label={progress} />
          <p>{progress}</p>
        </>
      )}
      {state === "waiting" ? (
        <p className="field-said field-wrong" role="status">
          {message}{" "}
          {again === undefined
            ? null
            : t("state.waiting", { time: format.dateTime(again, { timeStyle: "medium" }) })}
        </p>
      ) : state === "working" || state === "paused" || state === "done" ? (
        <p className="meta" role="status">
          {t(host === undefined ? `here.${state}` : `state.${state}`)}
        </p>
      ) : null}
      {left_out === 0 ? null : <p className="meta">{t("leftOut", { count: left_out })}</p>}
      <p className="meta">
        {host === undefined ? t("here.sent", counts) : t("sent", { host, ...counts })}{" "}
        {cost === undefined
          ? null
          : t("cost", { cost: format.number(cost, { maximumSignificantDigits: 3 }) })}
      </p>
    </>
  );
}
