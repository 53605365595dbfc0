"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { useWhen } from "../activity/use-when.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { pagesOf } from "./changed-setting.ts";
import { useUndo } from "./saved.tsx";
import type { SettingsPageId } from "./settings-index.ts";
import { useSavedWords } from "./use-saved-words.ts";

/**
 * The last save can be taken back after a reload or a restart too, when its note is gone: on the page whose settings it
 * changed, by its name, and only after asking. Pressed again, it asks for the save before it.
 */
export function UndoLast(props: { document: ConfigDocument; page: SettingsPageId }) {
  const { last_save, etag } = props.document;
  const t = useTranslations("settings");
  const when = useWhen();
  const whatOf = useSavedWords();
  const undo = useUndo();
  if (last_save === undefined || !pagesOf(last_save.changes).has(props.page)) return null;
  const { at, changes } = last_save;
  const what = whatOf(changes);
  const folderGoes = changes.some((one) => one.kind === "folder" && one.what === "added");
  return (
    <p className="settings-end">
      <ConfirmDialog
        key={etag}
        title={t("undoTitle", { what })}
        said={folderGoes ? `${t("undoSaid")} ${t("removeSaid")}` : t("undoSaid")}
        keep={t("keep")}
        act={t("undoNow")}
        confirm={async () => {
          await undo(etag);
        }}
      >
        <button type="button" className="textlink">
          {at === undefined
            ? t("undoLast", { what })
            : t("undoLastAt", { what, when: when(at, "minute") })}
        </button>
      </ConfirmDialog>
    </p>
  );
}
