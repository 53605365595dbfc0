"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { chooseLocale, chooseTheme, useTheme } from "../locale/choices.ts";
import { locales, type Theme, themes } from "../locale/locales.ts";
import { RadioSegments } from "../parts/radio-segments.tsx";

/** Language and theme: a choice is at once on the page and stays in this browser. */
export function Appearance(props: { theme: Theme }) {
  const t = useTranslations("appearance");
  const shown = useLocale();
  const locale = locales.find((one) => one === shown) ?? "en";
  const router = useRouter();
  const id = useId();
  const theme = useTheme(props.theme);
  return (
    <section aria-labelledby="look">
      <h2 id="look">{t("name")}</h2>
      <div className="choices">
        <span id={`${id}-locale`}>{t("language")}</span>
        <RadioSegments
          id="language"
          labelledBy={`${id}-locale`}
          value={locale}
          choices={locales.map((one) => ({ value: one, name: t(`locale.${one}`), lang: one }))}
          onChoose={(choice) => {
            chooseLocale(choice);
            router.refresh();
          }}
        />
        <span id={`${id}-theme`}>{t("theme")}</span>
        <RadioSegments
          id="theme"
          labelledBy={`${id}-theme`}
          value={theme}
          choices={themes.map((one) => ({ value: one, name: t(`themes.${one}`) }))}
          onChoose={chooseTheme}
        />
      </div>
    </section>
  );
}
