"use client";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { useId, useState } from "react";
import type { RootConfig } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { SaveForm } from "../parts/save-form.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FolderGroups, groupFields, groupsOf } from "./folder-groups.tsx";
import { FolderOptionFields, optionFields, optionsOf, withoutOptions } from "./folder-options.tsx";
import { fieldSaid, saveDocAccess } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/** Name and patterns of one folder, who may read it, and what else is read. */
export function EditFolder({ document, root }: { document: ConfigDocument; root: RootConfig }) {
  const t = useTranslations("settings");
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <button
          type="button"
          className="btn btn-quiet"
          aria-label={t("editNamed", { label: root.label })}
        >
          {t("edit")}
        </button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">
            {t("editTitle", { label: root.label })}
          </Dialog.Title>
          <EditForm document={document} root={root} onDone={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function EditForm(props: { document: ConfigDocument; root: RootConfig; onDone: () => void }) {
  const { document, root, onDone } = props;
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const id = useId();
  const [label, setLabel] = useState(root.label);
  const [options, setOptions] = useState(() => optionsOf(root));
  const [editable, setEditable] = useState(root.editable ?? false);
  const [groups, setGroups] = useState(() => groupsOf(root));
  const { roots, doc_file_patterns } = document.config.doc_access;
  const save = async () => {
    const { editable: _, groups: __, ...rest } = withoutOptions(root);
    const next = {
      ...rest,
      label: label.trim(),
      ...optionFields(options),
      ...groupFields(groups),
      ...(editable ? { editable } : {}),
    };
    if (next.label === "") return { wrong: t("noName") };
    try {
      await saveDocAccess(document, {
        roots: roots.map((one) => (one.id === root.id ? next : one)),
      });
      saySaved({ text: t("saved", { label: next.label }) });
      return undefined;
    } catch (error) {
      return { wrong: fieldSaid(asProblem(error), "doc_access.roots", problemText) };
    }
  };
  return (
    <SaveForm act={t("save")} cancel={t("cancel")} save={save} onDone={onDone}>
      <label htmlFor={id}>
        <span className="label">{t("folderName")}</span>
        <input
          id={id}
          className="field"
          value={label}
          maxLength={200}
          onChange={(event) => setLabel(event.target.value)}
        />
      </label>
      <FolderGroups document={document} draft={groups} onChange={setGroups} />
      <FolderOptionFields options={options} usual={doc_file_patterns} onChange={setOptions} />
      <div className="folder-options">
        <label htmlFor={`${id}-editable`} className="check">
          <input
            id={`${id}-editable`}
            type="checkbox"
            checked={editable}
            aria-describedby={`${id}-editable-hint`}
            onChange={(event) => setEditable(event.target.checked)}
          />
          <span>{t("editable")}</span>
        </label>
        <p className="meta" id={`${id}-editable-hint`}>
          {t("editableHint")}
        </p>
      </div>
    </SaveForm>
  );
}
