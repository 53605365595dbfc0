/** The languages of the page and where the choice is kept. A choice is a cookie, so the first byte is already right. */
export const locales = ["en", "zh-CN"] as const;
export type Locale = (typeof locales)[number];
export const localeCookie = "docent_locale";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
export const themeCookie = "docent_theme";

/** The left pane: whether it is folded, and how wide it is, in pixels, when it is not. */
export const sideCookie = "docent_side";
export type SideChoice = { folded: boolean; width: number };
export const writeSide = ({ folded, width }: SideChoice) =>
  `${folded ? "folded" : "open"}-${width}`;

const year = 60 * 60 * 24 * 365;

export function rememberChoice(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and on plain http.
  document.cookie = `${cookie}=${value}; path=/; max-age=${year}; samesite=lax`;
}
