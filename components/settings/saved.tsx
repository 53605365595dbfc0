"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useState } from "react";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { configRemote, indexRemote } from "../api/remotes.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

/** A failure has nothing that could be taken back. */
type Note = { text: string; failed?: boolean };

const SayContext = createContext<(note: Note) => void>(() => undefined);

/** Says what has just been saved, beside the way to take it back, or why it was not. */
export const useSaySaved = () => useContext(SayContext);

/** Shows the newest save until it is taken back, closed or followed by another. */
export function SavedProvider(props: { undoable: boolean; children: ReactNode }) {
  const t = useTranslations("settings");
  const [said, setSaid] = useState<Note>();
  return (
    <SayContext value={setSaid}>
      {props.children}
      <div className="toasts" role="status">
        {said === undefined ? null : (
          <div className="toast">
            <span>{said.text}</span>
            {props.undoable && !said.failed ? (
              <UndoButton className="toast-act" onDone={setSaid} />
            ) : null}
            <IconButton name={t("closeSaid")} onClick={() => setSaid(undefined)}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
    </SayContext>
  );
}

/** Takes the last save back. It is refused when something else happened to the file since, and says so. */
export function UndoButton(props: {
  className: string;
  name?: "undo" | "undoLast";
  onDone: (note: Note) => void;
}) {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const undo = async () => {
    const etag = configRemote.get().data?.etag ?? "";
    try {
      configRemote.put(await api.undoConfig(etag));
      props.onDone({ text: t("undone") });
    } catch (error) {
      void configRemote.reload();
      props.onDone({ text: problemText(asProblem(error)), failed: true });
    }
    void indexRemote.reload();
  };
  return (
    <button type="button" className={props.className} onClick={() => void undo()}>
      {props.name === "undoLast" ? t("undoLast") : t("undo")}
    </button>
  );
}
