import { cookies } from "next/headers";
import { themeCookie } from "../../components/locale/locales.ts";
import { readTheme } from "../../components/locale/negotiate.ts";
import { SettingsView } from "../../components/settings/settings-view.tsx";

export default async function SettingsPage() {
  return <SettingsView theme={readTheme((await cookies()).get(themeCookie)?.value)} />;
}
