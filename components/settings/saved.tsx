"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { Config } from "#lib/contracts/config";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { configRemote, indexRemote } from "../api/remotes.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSavedWords } from "./use-saved-words.ts";

/** A failure, and what is no save, has nothing that could be taken back. */
export type Note = { text: string; failed?: boolean; final?: boolean };

/** What is shown: `etag` names the save that Undo takes back, `undone` what was taken back and what stood there before. */
type Said = Note & { etag?: string; undone?: Undone };
type Undone = { what: string; config: Config; etag: string };

type Saved = {
  say: (note: Note) => void;
  /** Takes back the save that left this etag and no other; false when it was refused, which is said. */
  undo: (etag: string) => Promise<boolean>;
};

const SavedContext = createContext<Saved>({
  say: () => undefined,
  undo: () => Promise.resolve(false),
});

/** Says what has just been saved, beside the way to take it back, or why it was not. */
export const useSaySaved = () => useContext(SavedContext).say;
export const useUndo = () => useContext(SavedContext).undo;

/** Shows the newest save until it is taken back, closed or followed by another; and what was taken back, to put it back. */
export function SavedProvider(props: { etag: string | undefined; children: ReactNode }) {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const whatOf = useSavedWords();
  const [said, setSaid] = useState<Said>();
  const failed = (error: unknown) => {
    void configRemote.reload();
    setSaid({ text: problemText(asProblem(error)), failed: true });
  };
  const say = (note: Note) => {
    const { data } = configRemote.get();
    const undoable = !note.failed && !note.final && data?.undoable === true;
    setSaid(undoable ? { ...note, etag: data.etag } : note);
  };
  const undo = async (etag: string) => {
    const before = configRemote.get().data;
    try {
      const now = await api.undoConfig(etag);
      configRemote.put(now);
      const what = whatOf(before?.last_save?.changes ?? []);
      setSaid({
        text: t("undone", { what }),
        ...(before === undefined
          ? {}
          : { undone: { what, config: before.config, etag: now.etag } }),
      });
      return true;
    } catch (error) {
      failed(error);
      return false;
    } finally {
      void indexRemote.reload();
    }
  };
  const putBack = async ({ what, config, etag }: Undone) => {
    try {
      configRemote.put(await api.saveConfig(config, etag));
      say({ text: t("putBackDone", { what }) });
    } catch (error) {
      failed(error);
    }
    void indexRemote.reload();
  };
  const { etag, undone } = said ?? {};
  return (
    <SavedContext value={{ say, undo }}>
      {props.children}
      <div className="toasts" role="status">
        {said === undefined ? null : (
          <div className="toast">
            <span>{said.text}</span>
            {etag !== undefined && etag === props.etag ? (
              <ToastAct key={etag} name={t("undo")} act={() => undo(etag)} />
            ) : null}
            {undone !== undefined && undone.etag === props.etag ? (
              <ToastAct key={undone.etag} name={t("putBack")} act={() => putBack(undone)} />
            ) : null}
            <IconButton name={t("closeSaid")} onClick={() => setSaid(undefined)}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
    </SavedContext>
  );
}

/** Done once, however often it is pressed. */
function ToastAct(props: { name: string; act: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    if (busy) return;
    setBusy(true);
    await props.act();
    setBusy(false);
  };
  return (
    <button type="button" className="toast-act" aria-disabled={busy} onClick={() => void act()}>
      {props.name}
    </button>
  );
}
