"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { exactText } from "../parts/exact-text.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useDraft } from "./drafts.ts";
import { fieldSaid, saveDocAccess } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/** What stands above every folder: what the person has added, and the built-in list, which nothing takes away from. */
export function NeverRead({ document }: { document: ConfigDocument }) {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const id = useId();
  const [entry, setEntry, entrySaved] = useDraft("folders/never", "");
  const [said, setSaid] = useState<string>();
  const { deny } = document.config.doc_access;
  const save = async (next: string[], done: string) => {
    setSaid(undefined);
    try {
      await saveDocAccess(document, { deny: next });
      saySaved({ text: done });
      return true;
    } catch (error) {
      setSaid(fieldSaid(asProblem(error), "doc_access.deny", problemText));
      return false;
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const typed = entry.trim();
    if (typed === "") return setSaid(t("denyEmpty"));
    if (deny.includes(typed)) return setSaid(t("denyAlready", { entry: typed }));
    if (await save([...deny, typed], t("denyAdded", { entry: typed }))) entrySaved();
  };
  return (
    <section aria-labelledby="never">
      <h2 id="never">{t("neverRead")}</h2>
      <p>{t("neverReadSaid")}</p>
      {deny.length === 0 ? null : (
        <ul className="deny" aria-label={t("addedByYou")}>
          {deny.map((one) => (
            <li key={one}>
              <span className="deny-entry">{one}</span>
              <IconButton
                name={t("denyRemoveNamed", { entry: one })}
                onClick={() =>
                  void save(
                    deny.filter((kept) => kept !== one),
                    t("denyRemoved", { entry: one }),
                  )
                }
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className="mt-3" onSubmit={(event) => void add(event)} noValidate>
        <div className="field-row">
          <label htmlFor={id}>
            <span className="label">{t("denyEntry")}</span>
            <input
              id={id}
              className="field"
              value={entry}
              maxLength={4096}
              {...exactText}
              aria-invalid={said !== undefined}
              aria-describedby={`${id}-said`}
              onChange={(event) => {
                setEntry(event.target.value);
                setSaid(undefined);
              }}
            />
          </label>
          <button type="submit" className="btn">
            {t("denyAdd")}
          </button>
        </div>
        <p
          id={`${id}-said`}
          className={`field-said ${said === undefined ? "meta" : "field-wrong"}`}
          aria-live="polite"
        >
          {said ?? t("denyHint")}
        </p>
      </form>
      <BuiltIn list={document.built_in_deny} />
    </section>
  );
}

function BuiltIn({ list }: { list: ConfigDocument["built_in_deny"] }) {
  const t = useTranslations("settings");
  const id = useId();
  const [open, setOpen] = useState(false);
  const { folders, names, places } = list;
  const groups = [
    {
      name: t("builtInFolders"),
      entries: folders.map(({ path, except }) =>
        except.length === 0 ? path : t("except", { path, names: except.join(", ") }),
      ),
    },
    { name: t("builtInNames"), entries: names },
    { name: t("builtInPlaces"), entries: places },
  ];
  return (
    <>
      <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t("builtIn", { count: folders.length + names.length + places.length })}
      </FoldButton>
      <dl id={id} className="built-in" hidden={!open}>
        {groups.map(({ name, entries }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {entries.map((one) => (
                <span key={one} className="path">
                  {one}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
