"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { signInAt } from "../api/account.ts";
import { Brand } from "../shell/brand.tsx";
import { signInPath } from "./sign-in-path.ts";

/** The page to sign in where people do, with their provider; `why`: what keeps somebody out who has tried. */
export function ProviderSignIn({ why }: { why: string | undefined }) {
  const t = useTranslations("providerSignIn");
  const [to, setTo] = useState(signInAt("/"));
  useEffect(() => {
    const { pathname, search } = window.location;
    if (pathname !== signInPath) setTo(signInAt(`${pathname}${search}`));
  }, []);
  const said = known(why);
  return (
    <main id="main" className="sign-in">
      <Brand />
      <h1>{t("title")}</h1>
      <p className="lead">{t("said")}</p>
      {said === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {t(`problems.${said}`)}
        </p>
      )}
      {/* Not a page of this program: the browser leaves it. */}
      <a href={to} className="btn btn-main justify-center">
        {t("enter")}
      </a>
    </main>
  );
}

const problems = ["role_required", "sign_in_failed", "sign_in_unavailable", "unknown"] as const;

function known(why: string | undefined): (typeof problems)[number] | undefined {
  if (why === undefined) return undefined;
  return problems.find((one) => one === why) ?? "unknown";
}
