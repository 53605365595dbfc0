"use client";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { TokenScope } from "#lib/contracts/people";
import type { NewToken } from "#lib/contracts/people-desk";
import { accountApi, tokensRemote } from "../api/account.ts";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { fullWhen } from "../locale/dates.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { RadioSegments } from "../parts/radio-segments.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

const usualDays = 30;

/** Tokens for programs: made here, shown once, listed, and deleted. */
export function Tokens() {
  const t = useTranslations("account");
  const locale = useLocale();
  const problemText = useProblemText();
  const { data, problem } = useRemote(tokensRemote);
  const [made, setMade] = useState<NewToken>();
  const remove = async (id: string) => {
    await accountApi.removeToken(id);
    setMade((now) => (now?.id === id ? undefined : now));
    await tokensRemote.reload();
  };
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{t("tokens")}</h2>
      <p className="meta">{t("tokensSaid")}</p>
      <NewTokenForm onMade={setMade} />
      <div role="status">
        {made === undefined ? null : (
          <div className="strip">
            <p>{t("once")}</p>
            <code className="path break-all">{made.token}</code>{" "}
            <CopyButton text={made.token} name={t("copy")} />
          </div>
        )}
      </div>
      {problem === undefined ? null : (
        <p className="field-wrong" role="alert">
          {problemText(problem)}
        </p>
      )}
      {data?.tokens.length === 0 ? <p className="meta">{t("none")}</p> : null}
      <ul className="memory-rows" aria-label={t("tokens")}>
        {(data?.tokens ?? []).map((token) => (
          <li key={token.id} className="saved-page">
            <div>
              <span>{token.name}</span>
              <p className="meta">
                {t("row", {
                  scope: t(`scopes.${token.scope}`),
                  until: fullWhen(token.expires_at, locale),
                })}{" "}
                {token.used_at === null
                  ? t("unused")
                  : t("used", { at: fullWhen(token.used_at, locale) })}
              </p>
            </div>
            <ConfirmDialog
              title={t("removeTitle", { name: token.name })}
              said={t("removeSaid")}
              keep={t("keep")}
              act={t("remove")}
              confirm={() => remove(token.id)}
            >
              <button
                type="button"
                className="btn btn-quiet"
                aria-label={t("removeNamed", { name: token.name })}
              >
                {t("remove")}
              </button>
            </ConfirmDialog>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewTokenForm({ onMade }: { onMade: (made: NewToken) => void }) {
  const t = useTranslations("account");
  const problemText = useProblemText();
  const id = useId();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const [days, setDays] = useState(String(usualDays));
  const [wrong, setWrong] = useState<string>();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setWrong(t("nameNeeded"));
    setWrong(undefined);
    try {
      onMade(await accountApi.addToken({ name: name.trim(), scope, days: Number(days) }));
      setName("");
      await tokensRemote.reload();
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  return (
    <form className="memory-form" onSubmit={(event) => void make(event)} noValidate>
      <label className="label" htmlFor={`${id}-name`}>
        {t("tokenName")}
      </label>
      <input
        id={`${id}-name`}
        className="field"
        value={name}
        maxLength={100}
        autoComplete="off"
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
        onChange={(event) => setName(event.target.value)}
      />
      <span id={`${id}-scope`} className="label">
        {t("scope")}
      </span>
      <RadioSegments
        labelledBy={`${id}-scope`}
        value={scope}
        choices={(["read", "all"] as const).map((value) => ({
          value,
          name: t(`scopes.${value}`),
        }))}
        onChoose={setScope}
      />
      <label className="label" htmlFor={`${id}-days`}>
        {t("days")}
      </label>
      <input
        id={`${id}-days`}
        className="field"
        type="number"
        min={1}
        max={366}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <button type="submit" className="btn btn-main">
        {t("make")}
      </button>
      {wrong === undefined ? null : (
        <p id={`${id}-wrong`} className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
