"use client";
import { Folder, FolderX, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { RemoteState } from "../api/remote.ts";
import { useAgo } from "../parts/use-ago.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FolderMeter, FolderNews, useFolderWords } from "./folder-state.tsx";
import { hasOnlyHandbook } from "./handbook.ts";
import {
  BeingRead,
  FoldersAway,
  FoldersPaused,
  NoFolder,
  NoOwnFolder,
  OneMoreFolder,
} from "./no-folder.tsx";

/**
 * Before the first question: what can be asked, and of what. Where nothing can be asked, why, with the one thing to do
 * about it in the place of the box.
 */
export function FirstScreen(props: {
  config: RemoteState<ConfigDocument>;
  /** Takes the focus once something can be asked that could not be before. */
  box: RefObject<HTMLTextAreaElement | null>;
  children: ReactNode;
}) {
  const t = useTranslations("start");
  const problemText = useProblemText();
  const { data, problem } = props.config;
  const scene = data === undefined ? "ready" : sceneOf(data.roots);
  const { box } = props;
  const open = scene === "ready" || scene === "reading";
  const closed = useRef(false);
  useEffect(() => {
    if (open && closed.current) box.current?.focus();
    closed.current = !open;
  }, [open, box]);
  return (
    <div className="scroll">
      <div className="column start">
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
        {data !== undefined && scene === "none" ? <NoFolder document={data} /> : null}
        {data !== undefined && scene === "away" ? <FoldersAway folders={data.roots} /> : null}
        {scene === "paused" ? <FoldersPaused /> : null}
        {data !== undefined && scene === "reading" ? <BeingRead folders={data.roots} /> : null}
        {open ? props.children : null}
        {data === undefined || scene === "none" ? null : (
          <Folders
            document={data}
            metered={scene === "ready"}
            inviting={open && hasOnlyHandbook(data)}
            onAdded={() => box.current?.focus()}
          />
        )}
        {data === undefined && problem !== undefined ? (
          <p className="meta">{problemText(problem)}</p>
        ) : null}
      </div>
    </div>
  );
}

/** What the folders together allow. One that can be asked is enough; so is one of which a part is read. */
export function sceneOf(roots: ConfigDocument["roots"]) {
  const some = (...states: string[]) => roots.some(({ state }) => states.includes(state));
  if (roots.length === 0) return "none";
  if (some("ready")) return "ready";
  if (some("building", "waiting")) return "reading";
  return some("paused") ? "paused" : "away";
}

function Folders(props: {
  document: ConfigDocument;
  /** No larger meter stands above it. */
  metered: boolean;
  /** The way to a folder of one's own stands open. */
  inviting: boolean;
  onAdded: () => void;
}) {
  const { document, metered, inviting } = props;
  const t = useTranslations("start");
  const form = useId();
  const [adding, setAdding] = useState(false);
  const added = () => {
    setAdding(false);
    props.onAdded();
  };
  const words = useFolderWords();
  const ago = useAgo();
  return (
    <section className="start-folders" aria-labelledby="in-reach">
      <header>
        <h2 className="label" id="in-reach">
          {t("inReach")}
        </h2>
        {inviting ? null : (
          <button
            type="button"
            className="btn btn-quiet"
            aria-expanded={adding}
            {...(adding ? { "aria-controls": form } : {})}
            onClick={() => setAdding(!adding)}
          >
            <Plus size={16} aria-hidden="true" />
            {t("addFolder")}
          </button>
        )}
      </header>
      <FolderNews folders={document.roots} />
      <ul>
        {document.roots.map((folder) => (
          <li key={folder.id} data-state={folder.state}>
            {folder.state === "unhealthy" ? (
              <FolderX size={16} aria-hidden="true" />
            ) : (
              <Folder size={16} aria-hidden="true" />
            )}
            <span>
              <b>
                <bdi>{folder.label}</bdi>
              </b>{" "}
              <bdi className="path">{folder.path}</bdi>
            </span>
            <span className="meta">
              {words(folder)}
              {folder.state === "ready" && folder.indexed_at !== undefined
                ? t("readAgo", { when: ago(folder.indexed_at) })
                : null}
            </span>
            {metered ? <FolderMeter folders={[folder]} /> : null}
          </li>
        ))}
      </ul>
      {inviting ? <NoOwnFolder document={document} onAdded={added} /> : null}
      {adding && !inviting ? (
        <div id={form}>
          <OneMoreFolder document={document} onAdded={added} />
        </div>
      ) : null}
    </section>
  );
}
