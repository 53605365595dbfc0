"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { ConfigDocument } from "#lib/contracts/http";
import { useIndex } from "../api/remotes.ts";
import { useFolderWords } from "../ask/folder-state.tsx";
import { useAgo } from "../parts/use-ago.ts";
import { useSizeWords } from "../parts/use-size-words.ts";
import { FolderActions } from "./folder-actions.tsx";
import { SkippedFiles } from "./skipped-files.tsx";

type Root = z.infer<typeof RootStatus>;

/** The folders in reach: how many files, in which state, and what can be done about each. */
export function FolderTable({ document }: { document: ConfigDocument }) {
  const t = useTranslations("settings");
  const size = useSizeWords();
  const { data: index } = useIndex();
  if (document.roots.length === 0) return <p className="meta">{t("noFolders")}</p>;
  // The index is asked more often; of a folder that was just added it may not know yet.
  const { roots } = document.config.doc_access;
  const editable = new Set(roots.filter((root) => root.editable).map(({ id }) => id));
  const keptFor = new Map(roots.map(({ id, groups }) => [id, groups]));
  const live = new Map(index?.roots.map((root) => [root.id, root]));
  return (
    <table className="folders">
      <thead>
        <tr>
          <th scope="col">{t("folder")}</th>
          <th scope="col">{t("readable")}</th>
          <th scope="col">{t("state")}</th>
          <th scope="col">
            <span className="sr-only">{t("actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {document.roots
          .map((root) => live.get(root.id) ?? root)
          .map((root) => (
            <tr key={root.id}>
              <td>
                <b>
                  <bdi>{root.label}</bdi>
                </b>
                <bdi className="path">{root.path}</bdi>
                {editable.has(root.id) ? <span className="meta">{t("editableMark")}</span> : null}
                <KeptFor groups={keptFor.get(root.id)} />
              </td>
              <td>
                {["paused", "unhealthy", "waiting"].includes(root.state) ? (
                  <span className="meta">{t("nothing")}</span>
                ) : root.state === "building" && root.files < root.files_known ? (
                  t("filesOf", { files: root.files, known: root.files_known })
                ) : (
                  <span className="whitespace-nowrap">
                    {t("filesAndSize", { files: root.files, size: size(root.bytes) })}
                  </span>
                )}{" "}
                <SkippedFiles root={root} />
              </td>
              <td>
                <StateWords root={root} />
              </td>
              <td>
                <FolderActions document={document} root={root} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Which groups alone may read a folder. */
function KeptFor({ groups }: { groups: readonly string[] | undefined }) {
  const t = useTranslations("settings");
  const list = useFormatter();
  if (groups === undefined) return null;
  return <span className="meta kept-for">{t("keptFor", { groups: list.list(groups) })}</span>;
}

function StateWords({ root }: { root: Root }) {
  const t = useTranslations("settings");
  const words = useFolderWords();
  const ago = useAgo();
  switch (root.state) {
    case "ready": {
      const { indexed_at } = root;
      if (indexed_at === undefined) return t("upToDate");
      return t("upToDateSince", { when: ago(indexed_at) });
    }
    case "building":
      return <Progress root={root} />;
    case "paused":
      return t("pausedSaid");
    case "unhealthy":
      return <span className="field-wrong">{words(root)}</span>;
    default:
      return words(root);
  }
}

/** A look that finds nothing new reads no file, so there is nothing to measure. */
function Progress({ root }: { root: Root }) {
  const t = useTranslations("settings");
  const size = useSizeWords();
  const { files, files_known, bytes, bytes_known, seconds_left } = root;
  if (files >= files_known) return t("lookingAgain");
  const known = Math.max(bytes, bytes_known ?? 0);
  const said =
    seconds_left === undefined
      ? t("reading", { size: size(bytes), known: size(known) })
      : t("readingLeft", { size: size(bytes), known: size(known), seconds: seconds_left });
  return (
    <>
      {said}
      <div
        className="meter"
        role="progressbar"
        aria-label={t("indexingNamed", { label: root.label })}
        aria-valuenow={files}
        aria-valuemin={0}
        aria-valuemax={files_known}
      >
        <i style={{ width: `${Math.round((files / files_known) * 100)}%` }} />
      </div>
    </>
  );
}
