"use client";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { type FormEvent, useId, useState } from "react";
import type { RootConfig } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FolderOptionFields, optionFields, optionsOf } from "./folder-options.tsx";
import { fieldSaid, saveDocAccess } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/** Name, patterns and hidden files of one folder. */
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
          <Dialog.Title className="text-box font-semibold">
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
  const [said, setSaid] = useState<string>();
  const { roots, doc_file_patterns } = document.config.doc_access;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { patterns: _, hidden: __, ...kept } = root;
    const next = { ...kept, label: label.trim(), ...optionFields(options) };
    if (next.label === "") return setSaid(t("noName"));
    try {
      await saveDocAccess(document, {
        roots: roots.map((one) => (one.id === root.id ? next : one)),
      });
      onDone();
      saySaved({ text: t("saved", { label: next.label }) });
    } catch (error) {
      setSaid(fieldSaid(asProblem(error), "doc_access.roots", problemText));
    }
  };
  return (
    <form className="edit-folder" onSubmit={(event) => void save(event)} noValidate>
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
      <FolderOptionFields options={options} usual={doc_file_patterns} onChange={setOptions} />
      {said === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {said}
        </p>
      )}
      <div className="next-steps">
        <button type="submit" className="btn btn-main">
          {t("save")}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}
