"use client";
import { Pause, Play, RotateCw, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { ConfigDocument, IndexBody } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { configRemote, indexRemote } from "../api/remotes.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { EditFolder } from "./edit-folder.tsx";
import { RemoveFolder } from "./remove-folder.tsx";
import { useSaySaved } from "./saved.tsx";

/** What can be done about one folder: pause or stop, resume, look again, edit, remove. */
export function FolderActions(props: {
  document: ConfigDocument;
  root: z.infer<typeof RootStatus>;
}) {
  const { document, root } = props;
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const [busy, setBusy] = useState(false);
  const { label } = root;
  const configured = document.config.doc_access.roots.find(({ id }) => id === root.id);
  const act = async (action: IndexBody["action"], said?: string) => {
    setBusy(true);
    try {
      indexRemote.put(await api.actOnIndex({ action, root_id: root.id }));
      await configRemote.reload();
      if (said !== undefined) saySaved({ text: said });
    } catch (error) {
      saySaved({ text: problemText(asProblem(error)), failed: true });
    }
    setBusy(false);
  };
  const paused = t("paused", { label });
  return (
    <span className="folder-acts">
      {root.state === "paused" ? (
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          aria-label={t("resumeNamed", { label })}
          onClick={() => void act("resume", t("resumed", { label }))}
        >
          <Play size={16} aria-hidden="true" />
          {t("resume")}
        </button>
      ) : root.state === "building" ? (
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          aria-label={t("stopNamed", { label })}
          onClick={() => void act("pause", paused)}
        >
          <Square size={12} aria-hidden="true" />
          {t("stop")}
        </button>
      ) : (
        <>
          <IconButton
            name={t("rescanNamed", { label })}
            disabled={busy}
            onClick={() => void act("rescan")}
          >
            <RotateCw size={16} aria-hidden="true" />
          </IconButton>
          <IconButton
            name={t("pauseNamed", { label })}
            disabled={busy}
            onClick={() => void act("pause", paused)}
          >
            <Pause size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {configured === undefined ? null : <EditFolder document={document} root={configured} />}
      <RemoveFolder document={document} root={root} />
    </span>
  );
}
