import { cookies } from "next/headers";
import { themeCookie } from "../../components/locale/locales.ts";
import { readTheme } from "../../components/locale/negotiate.ts";
import type { SettingsPageId } from "../../components/settings/settings-index.ts";
import { SettingsPage } from "../../components/settings/settings-page.tsx";
import { heldAssembly } from "../api/_server/held-assembly.ts";

/** A page of Settings with what only the server knows of this browser. */
export async function ShownPage({ page }: { page: SettingsPageId }) {
  const kept = await cookies();
  const { authentication } = heldAssembly();
  return (
    <SettingsPage
      page={page}
      theme={readTheme(kept.get(themeCookie)?.value)}
      signedIn={authentication.locked && kept.has(authentication.cookie)}
    />
  );
}
