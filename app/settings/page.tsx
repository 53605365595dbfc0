import { cookies } from "next/headers";
import { getAssembly } from "#lib/assembly";
import { themeCookie } from "../../components/locale/locales.ts";
import { readTheme } from "../../components/locale/negotiate.ts";
import { SettingsView } from "../../components/settings/settings-view.tsx";

export default async function SettingsPage() {
  const shown = await cookies();
  const { authentication } = getAssembly();
  return (
    <SettingsView
      theme={readTheme(shown.get(themeCookie)?.value)}
      signedIn={authentication.locked && shown.has(authentication.cookie)}
    />
  );
}
