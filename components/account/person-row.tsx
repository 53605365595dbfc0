"use client";
import { useLocale, useTranslations } from "next-intl";
import { type Ref, useEffect, useRef } from "react";
import type { PersonInfo } from "#lib/contracts/people-desk";
import { peopleApi } from "../api/account.ts";
import { fullWhen } from "../locale/dates.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

/** How somebody is called; of who was erased there is no name any more. */
export function usePersonName(): (person: PersonInfo) => string {
  const t = useTranslations("people");
  return ({ name, id, erased }) => (erased ? t("erased", { id: id.slice(0, 10) }) : name || id);
}

/** One person: role, groups, when they were last here, what is good for them, and what can be done about that. */
export function PersonRow(props: {
  person: PersonInfo;
  isMe: boolean;
  /** Something was done, which this sentence says. */
  acted: (sentence: string) => Promise<void>;
  ref?: Ref<HTMLTableRowElement>;
}) {
  const { person, isMe, acted } = props;
  const t = useTranslations("people");
  const account = useTranslations("account");
  const locale = useLocale();
  const name = usePersonName()(person);
  const { id, role, groups, seen_at, removed_at, erased, sessions, tokens } = person;
  const called = useRef<HTMLElement>(null);
  const state = `${removed_at} ${erased}`;
  const before = useRef(state);
  // The button that changed it is gone, and the focus with it.
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) called.current?.focus();
  }, [state]);
  const letIn = async () => {
    await peopleApi.change(id, { removed: false });
    await acted(t("isLetIn", { name }));
  };
  const standing = () => {
    if (removed_at !== null) return t("removed", { at: fullWhen(removed_at, locale) });
    if (erased) return t("mayComeBack");
    return role === null ? t("noRole") : account(`roles.${role}`);
  };
  return (
    <tr {...(props.ref === undefined ? {} : { ref: props.ref })}>
      <th scope="row">
        <b ref={called} tabIndex={-1}>
          <bdi>{name}</bdi>
        </b>{" "}
        {isMe ? <span className="meta">{t("you")}</span> : null}
        <span className="person-state">{standing()}</span>
      </th>
      <td>
        {groups.length === 0 ? (
          <span className="meta">{t("noGroups")}</span>
        ) : (
          <ul className="group-names" aria-label={t("groups")}>
            {groups.map((group) => (
              <li key={group}>
                <bdi>{group}</bdi>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {erased ? null : (
          <>
            <span className="narrow-label">{t("seen")} </span>
            {fullWhen(seen_at, locale)}
          </>
        )}
      </td>
      <td>{erased ? null : t("using", { sessions, tokens })}</td>
      <td>
        {isMe ? null : (
          <span className="folder-acts">
            {removed_at === null ? (
              <ConfirmDialog
                title={t("removeTitle", { name })}
                said={t("removeSaid")}
                keep={t("cancel")}
                act={t("removeNow")}
                confirm={async () => {
                  await peopleApi.change(id, { removed: true });
                  await acted(t("isRemoved", { name }));
                }}
              >
                <button
                  type="button"
                  className="btn btn-quiet"
                  aria-label={t("removeNamed", { name })}
                >
                  {t("remove")}
                </button>
              </ConfirmDialog>
            ) : (
              <LetIn name={name} letIn={letIn} />
            )}
            {erased ? null : (
              <ConfirmDialog
                title={t("eraseTitle", { name })}
                said={t("eraseSaid")}
                keep={t("cancel")}
                act={t("eraseNow")}
                confirm={async () => {
                  const { rows } = await peopleApi.erase(id);
                  await acted(t("isErased", { name, rows }));
                }}
              >
                <button
                  type="button"
                  className="btn btn-quiet"
                  aria-label={t("eraseNamed", { name })}
                >
                  {t("erase")}
                </button>
              </ConfirmDialog>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

function LetIn({ name, letIn }: { name: string; letIn: () => Promise<void> }) {
  const t = useTranslations("people");
  return (
    <ConfirmDialog
      title={t("letInTitle", { name })}
      said={t("letInSaid")}
      keep={t("cancel")}
      act={t("letInNow")}
      confirm={letIn}
    >
      <button type="button" className="btn btn-quiet" aria-label={t("letInAgainNamed", { name })}>
        {t("letInAgain")}
      </button>
    </ConfirmDialog>
  );
}
