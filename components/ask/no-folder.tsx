"use client";
import { FolderPlus, FolderX, Pause, Play, RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ConfigDocument, IndexBody } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { configRemote, indexRemote } from "../api/remotes.ts";
import { later } from "../parts/later.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FolderMeter, filesOf } from "./folder-state.tsx";

const AddFolder = later(() => import("../settings/add-folder.tsx").then((m) => m.AddFolder));

type Folders = ConfigDocument["roots"];

/** Nobody can ask yet: the way to the first folder is here, not a page further. */
export function NoFolder({ document }: { document: ConfigDocument }) {
  const t = useTranslations("start");
  return (
    <Notice icon={<FolderPlus size={16} aria-hidden="true" />} title={t("noFolderTitle")}>
      <p>{t("noFolder")}</p>
      <AddFolder document={document} />
    </Notice>
  );
}

/** Nothing but the handbook can be asked yet. */
export function NoOwnFolder(props: { document: ConfigDocument; onAdded: () => void }) {
  const t = useTranslations("start");
  return (
    <Notice icon={<FolderPlus size={16} aria-hidden="true" />} title={t("ownTitle")}>
      <p>{t("own")}</p>
      <AddFolder {...props} />
    </Notice>
  );
}

/** A further folder, where the way to it was chosen. */
export function OneMoreFolder(props: { document: ConfigDocument; onAdded: () => void }) {
  return <AddFolder {...props} focused />;
}

/** Every folder is gone from its place or closed. The list below says why of each. */
export function FoldersAway({ folders }: { folders: Folders }) {
  const t = useTranslations("start");
  const [first] = folders;
  return (
    <Notice
      icon={<FolderX size={16} aria-hidden="true" />}
      title={t("awayTitle", { count: folders.length, label: first?.label ?? "" })}
      wrong
    >
      <p>{t("away")}</p>
      <IndexAct
        action="rescan"
        name={t("lookAgain")}
        icon={<RotateCw size={16} aria-hidden="true" />}
      >
        <Link href="/settings/folders" prefetch={false} className="btn btn-quiet">
          {t("toFolders")}
        </Link>
      </IndexAct>
    </Notice>
  );
}

export function FoldersPaused() {
  const t = useTranslations("start");
  return (
    <Notice icon={<Pause size={16} aria-hidden="true" />} title={t("pausedTitle")}>
      <p>{t("paused")}</p>
      <IndexAct
        action="resume"
        name={t("resumeAll")}
        icon={<Play size={16} aria-hidden="true" />}
      />
    </Notice>
  );
}

/** The first reading of a folder: how far it is, and that one need not wait for its end. */
export function BeingRead({ folders }: { folders: Folders }) {
  const t = useTranslations("start");
  const reading = folders.filter(({ state }) => state === "building");
  return (
    <div className="being-read">
      <p>
        {reading.length === 0 ? t("waiting") : t("reading", filesOf(reading))} {t("askAnyway")}
      </p>
      <FolderMeter folders={reading} />
    </div>
  );
}

function Notice(props: { icon: ReactNode; title: string; wrong?: boolean; children: ReactNode }) {
  return (
    <section className="notice" data-wrong={props.wrong ?? false} aria-labelledby="notice">
      <h2 id="notice">
        {props.icon}
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

/** The one thing to do, done for all folders at once; what stands in its way is said below it. */
function IndexAct(props: {
  action: IndexBody["action"];
  name: string;
  icon: ReactNode;
  children?: ReactNode;
}) {
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const act = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      indexRemote.put(await api.actOnIndex({ action: props.action }));
      await configRemote.reload();
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
    setBusy(false);
  };
  return (
    <>
      <div className="next-steps">
        <button
          type="button"
          className="btn btn-main"
          aria-disabled={busy}
          onClick={() => (busy ? undefined : void act())}
        >
          {props.icon}
          {props.name}
        </button>
        {props.children}
      </div>
      <p className="field-said field-wrong" aria-live="polite">
        {said}
      </p>
    </>
  );
}
