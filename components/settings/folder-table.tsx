"use client";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { ConfigDocument } from "#lib/contracts/http";
import { FolderMeter, useFolderWords } from "../ask/folder-state.tsx";
import { RemoveFolder } from "./remove-folder.tsx";

/** The folders in reach: how many files, in which state, and what in them is left out under which rule. */
export function FolderTable({ document }: { document: ConfigDocument }) {
  const t = useTranslations("settings");
  const words = useFolderWords();
  if (document.roots.length === 0) return <p className="meta">{t("noFolders")}</p>;
  return (
    <table className="folders">
      <thead>
        <tr>
          <th scope="col">{t("folder")}</th>
          <th scope="col">{t("state")}</th>
          <th scope="col">{t("leftOut")}</th>
          <th scope="col">
            <span className="sr-only">{t("remove")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {document.roots.map((root) => (
          <tr key={root.id}>
            <td>
              <b>{root.label}</b>
              <span className="path">{root.path}</span>
            </td>
            <td>
              {words(root)}
              <FolderMeter folder={root} />
            </td>
            <td>
              <Skipped root={root} />
            </td>
            <td>
              <RemoveFolder document={document} root={root} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Skipped({ root }: { root: z.infer<typeof RootStatus> }) {
  const t = useTranslations("settings");
  const [open, setOpen] = useState(false);
  const total = root.skipped.reduce((sum, entry) => sum + entry.count, 0);
  if (total === 0) return <span className="meta">{t("nothing")}</span>;
  return (
    <>
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={16} aria-hidden="true" />
        {t("skipped", { count: total })}
      </button>
      <ul className="skipped" hidden={!open}>
        {root.skipped.map((entry) => (
          <li key={entry.rule}>
            <span>{entry.count}</span>
            <span>
              <span className="rule">{entry.rule}</span> {t(`rule.${entry.rule}`)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
