import { type Locale, locales, type SideChoice, type Theme, themes } from "./locales.ts";

/** The page's language: the person's choice, else the best of `Accept-Language`, else English. */
export function negotiateLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = locales.find((locale) => locale === cookie);
  if (chosen !== undefined) return chosen;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", ...params] = entry.trim().toLowerCase().split(";");
      const q = params.map((p) => p.trim()).find((p) => p.startsWith("q="));
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    })
    .filter((entry) => entry.tag !== "" && entry.q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    if (tag === "zh" || tag.startsWith("zh-")) return "zh-CN";
    if (tag === "en" || tag.startsWith("en-")) return "en";
  }
  return "en";
}

export function readTheme(cookie: string | undefined): Theme {
  return themes.find((theme) => theme === cookie) ?? "system";
}

const usualSide = 248;

export function readSide(cookie: string | undefined): SideChoice {
  const [, state, width] = /^(open|folded)-(\d{1,4})$/.exec(cookie ?? "") ?? [];
  return { folded: state === "folded", width: Number(width) || usualSide };
}
