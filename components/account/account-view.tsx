"use client";
import { useTranslations } from "next-intl";
import { Scroller } from "../parts/scroller.tsx";
import { useAppShell } from "../shell/app-shell-context.ts";
import { Middle } from "../shell/middle.tsx";
import { Tokens } from "./tokens.tsx";

/** One's own account: who one is here, and one's tokens. */
export function AccountView() {
  const t = useTranslations("account");
  const { account } = useAppShell();
  return (
    <Middle title="">
      <Scroller name={t("title")}>
        <div className="tasks-page memory-page">
          <h1>{t("title")}</h1>
          {account === undefined ? (
            <p>{t("nobody")}</p>
          ) : (
            <>
              <p>{t("who", { name: account.name, role: t(`roles.${account.role}`) })}</p>
              <Tokens />
            </>
          )}
        </div>
      </Scroller>
    </Middle>
  );
}
