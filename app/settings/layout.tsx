import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { catalogues } from "../../components/locale/catalogue.ts";
import { localeCookie } from "../../components/locale/locales.ts";
import { negotiateLocale } from "../../components/locale/negotiate.ts";
import { searchList } from "../../components/settings/search-list.ts";
import { SettingsFrame } from "../../components/settings/settings-frame.tsx";
import { heldAssembly } from "../api/_server/held-assembly.ts";

/** What every page of Settings has around it. Settings are found in every language, so their words come from the server. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const kept = await cookies();
  const accepted = (await headers()).get("accept-language");
  const locale = negotiateLocale(kept.get(localeCookie)?.value, accepted);
  const found = searchList(catalogues[locale], Object.values(catalogues));
  const signedIn = kept.has(heldAssembly().authentication.cookie);
  return (
    <SettingsFrame found={found.filter(({ id }) => signedIn || id !== "session")}>
      {children}
    </SettingsFrame>
  );
}
