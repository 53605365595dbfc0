"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef } from "react";
import type { RootConfig } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { meRemote, peopleRemote } from "../api/account.ts";
import { useRemote } from "../api/remote.ts";
import { exactText } from "../parts/exact-text.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { isComposing } from "../parts/is-composing.ts";
import { useAppShell } from "../shell/app-shell-context.ts";
import { knownGroups } from "./known-groups.ts";

/** Who may read a folder: the groups that were chosen, and what stands in the box without being added yet. */
export type GroupsDraft = { chosen: readonly string[]; typed: string };

export const everybody: GroupsDraft = { chosen: [], typed: "" };

export const groupsOf = (root: RootConfig): GroupsDraft => ({
  chosen: root.groups ?? [],
  typed: "",
});

/** As it stands in the configuration; what was typed and not added counts too. A folder without groups is everybody's. */
export function groupFields(draft: GroupsDraft): Pick<RootConfig, "groups"> {
  const groups = withTyped(draft);
  return groups.length === 0 ? {} : { groups };
}

function withTyped({ chosen, typed }: GroupsDraft): string[] {
  const name = typed.trim();
  return name === "" || chosen.includes(name) ? [...chosen] : [...chosen, name];
}

/** Chooses the groups that a folder is kept for, where people sign in; nothing at all where nobody does. */
export function FolderGroups(props: {
  document: ConfigDocument;
  draft: GroupsDraft;
  onChange: (draft: GroupsDraft) => void;
}) {
  const { account } = useAppShell();
  return account === undefined ? null : <Groups {...props} />;
}

function Groups(props: {
  document: ConfigDocument;
  draft: GroupsDraft;
  onChange: (draft: GroupsDraft) => void;
}) {
  const { document, draft, onChange } = props;
  const t = useTranslations("settings");
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const people = useRemote(peopleRemote).data?.people ?? [];
  const me = useRemote(meRemote).data;
  const { chosen, typed } = draft;
  const known = knownGroups(document.config, people).filter((name) => !chosen.includes(name));
  const add = () => {
    onChange({ chosen: withTyped(draft), typed: "" });
    box.current?.focus();
  };
  const remove = (name: string) => {
    onChange({ ...draft, chosen: chosen.filter((one) => one !== name) });
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent) || typed.trim() === "") return;
    event.preventDefault();
    add();
  };
  const isOut =
    me !== undefined && chosen.length > 0 && !chosen.some((name) => me.groups.includes(name));
  return (
    <div className="folder-options folder-groups">
      <label htmlFor={id}>
        <span className="label">{t("readers")}</span>
      </label>
      {chosen.length === 0 ? null : (
        <ul className="group-names can-change" aria-label={t("readers")}>
          {chosen.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
              <IconButton name={t("groupRemoveNamed", { name })} onClick={() => remove(name)}>
                <X size={14} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="field-row">
        <input
          ref={box}
          id={id}
          className="field"
          list={`${id}-known`}
          value={typed}
          maxLength={200}
          aria-describedby={`${id}-said`}
          onChange={(event) => onChange({ ...draft, typed: event.target.value })}
          onKeyDown={onKeyDown}
          {...exactText}
        />
        <datalist id={`${id}-known`}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="button" className="btn" disabled={typed.trim() === ""} onClick={add}>
          {t("groupAdd")}
        </button>
      </div>
      <p className="meta" id={`${id}-said`}>
        {chosen.length === 0 ? t("readersAll") : t("readersSome")}
      </p>
      <p className="meta" role="status">
        {isOut ? t("readersNotYou") : null}
      </p>
    </div>
  );
}
