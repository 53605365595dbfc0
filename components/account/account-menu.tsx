"use client";
import { CircleUser, KeyRound, LogOut, Users } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { accountApi } from "../api/account.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useAppShell } from "../shell/app-shell-context.ts";

/** Who has signed in, with the way to their tokens and the way out. There is none where nobody signs in. */
export function AccountMenu({ onPick }: { onPick: () => void }) {
  const t = useTranslations("account");
  const problemText = useProblemText();
  const { account } = useAppShell();
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  if (account === undefined) return null;
  const signOut = async () => {
    setWrong(undefined);
    try {
      const { to } = await accountApi.signOut();
      location.assign(to ?? "/");
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  const who = t("who", { name: account.name, role: t(`roles.${account.role}`) });
  return (
    <>
      {open ? (
        <div id={id}>
          <Link href="/account" prefetch={false} className="nav-row" onClick={onPick}>
            <KeyRound size={16} aria-hidden="true" />
            <span>{t("tokens")}</span>
          </Link>
          {account.role === "admin" ? (
            <Link href="/account/people" prefetch={false} className="nav-row" onClick={onPick}>
              <Users size={16} aria-hidden="true" />
              <span>{t("people")}</span>
            </Link>
          ) : null}
          <button type="button" className="nav-row" onClick={() => void signOut()}>
            <LogOut size={16} aria-hidden="true" />
            <span>{t("signOut")}</span>
          </button>
        </div>
      ) : null}
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      <button
        type="button"
        className="nav-row"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <CircleUser size={16} aria-hidden="true" />
        <span className="min-w-0 truncate">{who}</span>
      </button>
    </>
  );
}
