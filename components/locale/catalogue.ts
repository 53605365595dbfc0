import en from "../messages/en.json" with { type: "json" };
import zh from "../messages/zh-CN.json" with { type: "json" };
import type { Locale } from "./locales.ts";

/** Every text of the page. The Chinese catalogue must have the English one's shape, or this does not compile. */
export type Catalogue = typeof en;
export const catalogues: Record<Locale, Catalogue> = { en, "zh-CN": zh };

declare module "next-intl" {
  interface AppConfig {
    Messages: Catalogue;
  }
}
