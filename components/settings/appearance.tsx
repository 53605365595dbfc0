"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { chooseLocale, chooseTheme, useTheme } from "../locale/choices.ts";
import { locales, type Theme, themes } from "../locale/locales.ts";

/** Language and theme: a choice is at once on the page and stays in this browser. */
export function Appearance(props: { theme: Theme }) {
  const t = useTranslations("appearance");
  const locale = useLocale();
  const router = useRouter();
  const id = useId();
  const theme = useTheme(props.theme);
  return (
    <section aria-labelledby="look">
      <h2 id="look">{t("name")}</h2>
      <div className="choices">
        <span id={`${id}-locale`}>{t("language")}</span>
        <fieldset className="segments justify-self-start" aria-labelledby={`${id}-locale`}>
          {locales.map((choice) => (
            <button
              key={choice}
              type="button"
              lang={choice}
              aria-pressed={choice === locale}
              onClick={() => {
                chooseLocale(choice);
                router.refresh();
              }}
            >
              {t(`locale.${choice}`)}
            </button>
          ))}
        </fieldset>
        <span id={`${id}-theme`}>{t("theme")}</span>
        <fieldset className="segments justify-self-start" aria-labelledby={`${id}-theme`}>
          {themes.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === theme}
              onClick={() => chooseTheme(choice)}
            >
              {t(`themes.${choice}`)}
            </button>
          ))}
        </fieldset>
      </div>
    </section>
  );
}
