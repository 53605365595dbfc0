"use client";
import { CornerLeftUp, Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Completion } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

type Shown = { at: string; found: Completion } | { at: string; said: string };

/**
 * The folders of this computer, one level at a time: a folder opens by its name, and what is open is the path to be added.
 * Names alone are shown, of what the rules let be read.
 */
export function FolderBrowser(props: {
  id: string;
  starts: readonly string[];
  /** What is typed already, where something is. */
  from: string;
  onPath: (path: string) => void;
  /** What is open is the folder. */
  onUse: (path: string) => void;
}) {
  const { starts, onPath } = props;
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const [at, setAt] = useState(
    props.from === "" ? (starts[0] ?? "") : `${props.from}${separatorOf(props.from)}`,
  );
  const [shown, setShown] = useState<Shown>();
  const list = useRef<HTMLUListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const files = useCount(at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once for each folder that is opened.
  useEffect(() => {
    if (at === "") return;
    const stop = new AbortController();
    api.completeFolder(at, stop.signal).then(
      (found) => setShown({ at, found }),
      (error: unknown) => {
        if (!stop.signal.aborted) setShown({ at, said: problemText(asProblem(error)) });
      },
    );
    return () => stop.abort();
  }, [at]);
  // The button that was pressed is gone with the level it stood on. The first folder takes the focus, not the way back.
  useEffect(() => {
    if (shown?.at !== at) return;
    const rows = list.current?.querySelectorAll("button") ?? [];
    (rows[aboveOf(at) === undefined ? 0 : 1] ?? rows[0])?.focus();
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [shown, at]);
  const open = (folder: string) => {
    setAt(folder);
    onPath(folder);
  };
  const above = aboveOf(at);
  return (
    <div className="browser" id={props.id} ref={panel}>
      <div className="browser-starts">
        {starts.map((start) => (
          <button
            key={start}
            type="button"
            className="btn btn-quiet"
            aria-pressed={start === at}
            onClick={() => open(start)}
          >
            <bdi>{start}</bdi>
          </button>
        ))}
      </div>
      <p className="browser-at" aria-live="polite">
        <bdi>{at}</bdi>
      </p>
      {shown !== undefined && "said" in shown ? (
        <p className="field-said field-wrong">{shown.said}</p>
      ) : null}
      <ul ref={list} aria-label={t("foldersIn", { path: at })}>
        {above === undefined ? null : (
          <li>
            <button type="button" onClick={() => open(above)}>
              <CornerLeftUp size={16} aria-hidden="true" />
              <span>{t("folderAbove")}</span>
            </button>
          </li>
        )}
        {shown !== undefined && "found" in shown
          ? shown.found.folders.map((folder) => (
              <li key={folder}>
                <button type="button" onClick={() => open(`${folder}${separatorOf(folder)}`)}>
                  <Folder size={16} aria-hidden="true" />
                  <bdi>{folder.slice(shown.at.length)}</bdi>
                </button>
              </li>
            ))
          : null}
      </ul>
      {shown !== undefined && "found" in shown && shown.found.folders.length === 0 ? (
        <p className="meta">{t("noFoldersHere")}</p>
      ) : null}
      {shown !== undefined && "found" in shown && shown.found.more ? (
        <p className="meta">{t("moreFoldersHere")}</p>
      ) : null}
      {at === "" ? null : (
        <button type="button" className="btn btn-main" onClick={() => props.onUse(at)}>
          {files === undefined ? t("useFolder") : t("useFolderCounted", files)}
        </button>
      )}
    </div>
  );
}

const countPauseMs = 400;

/** How many documents stand below a folder; undefined until that is known, and where it cannot be told. */
function useCount(at: string): { count: number; most: "yes" | "no" } | undefined {
  const [found, setFound] = useState<{ at: string; count: number; most: "yes" | "no" }>();
  useEffect(() => {
    if (at === "") return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.inspectFolder({ path: at }, stop.signal).then(
        ({ files, complete }) => setFound({ at, count: files, most: complete ? "no" : "yes" }),
        () => undefined, // the look inside says why
      );
    }, countPauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [at]);
  return found?.at === at ? found : undefined;
}

const separatorOf = (path: string): string => (path.includes("\\") ? "\\" : "/");

/** With a separator at its end; undefined of a disk. */
function aboveOf(folder: string): string | undefined {
  const names = folder.replace(/[\\/]+$/, "");
  const cut = Math.max(names.lastIndexOf("/"), names.lastIndexOf("\\"));
  return names === "" || cut < 0 ? undefined : folder.slice(0, cut + 1);
}
