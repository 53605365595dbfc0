"use client";
import { Folder, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { RemoteState } from "../api/remote.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FolderMeter, useFolderWords } from "./folder-state.tsx";

/** Before the first question: what can be asked, and of what. */
export function FirstScreen(props: { config: RemoteState<ConfigDocument>; children: ReactNode }) {
  const t = useTranslations("start");
  const problemText = useProblemText();
  const { data, problem } = props.config;
  const empty = data !== undefined && data.roots.length === 0;
  return (
    <div className="scroll">
      <div className="column start">
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
        {empty ? (
          <div className="no-folder">
            <p>{t("noFolder")}</p>
            <Link href="/settings#folders" prefetch={false} className="btn btn-main">
              <Plus size={16} aria-hidden="true" />
              {t("addFolder")}
            </Link>
          </div>
        ) : (
          <>
            {props.children}
            <Folders config={props.config} />
          </>
        )}
        {data === undefined && problem !== undefined ? (
          <p className="meta">{problemText(problem)}</p>
        ) : null}
      </div>
    </div>
  );
}

function Folders({ config }: { config: RemoteState<ConfigDocument> }) {
  const t = useTranslations("start");
  const words = useFolderWords();
  if (config.data === undefined) return null;
  return (
    <section className="start-folders" aria-labelledby="in-reach">
      <header>
        <h2 className="label" id="in-reach">
          {t("inReach")}
        </h2>
        <Link href="/settings#folders" prefetch={false} className="btn btn-quiet">
          <Plus size={16} aria-hidden="true" />
          {t("addFolder")}
        </Link>
      </header>
      <ul>
        {config.data.roots.map((folder) => (
          <li key={folder.id}>
            <Folder size={16} aria-hidden="true" />
            <span>
              <b>{folder.label}</b> <span className="path">{folder.path}</span>
            </span>
            <span className="meta">{words(folder)}</span>
            <FolderMeter folder={folder} />
          </li>
        ))}
      </ul>
    </section>
  );
}
