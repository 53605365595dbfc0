"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { Details } from "../parts/details.tsx";
import { AddFolder } from "./add-folder.tsx";
import { FolderTable } from "./folder-table.tsx";

/** The folders that may be read, and the way to add one. */
export function Folders({ document }: { document: ConfigDocument | undefined }) {
  const t = useTranslations("settings");
  return (
    <section aria-labelledby="folders">
      <h2 id="folders">{t("folders")}</h2>
      {document === undefined ? null : (
        <>
          <FolderTable document={document} />
          <AddFolder document={document} />
          <Details>
            <p className="meta">{t(`from.${document.sources.doc_access ?? "default"}`)}</p>
          </Details>
        </>
      )}
    </section>
  );
}
