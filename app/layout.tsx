import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/source-serif-4/opsz.css";
import "@fontsource-variable/source-serif-4/opsz-italic.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { catalogues } from "../components/locale/catalogue.ts";
import { localeCookie, sideCookie, themeCookie } from "../components/locale/locales.ts";
import { negotiateLocale, readSide, readTheme } from "../components/locale/negotiate.ts";
import { LocaleProvider } from "../components/locale/provider.tsx";
import { readMessages } from "../components/locale/read-messages.ts";
import { AppShell } from "../components/shell/app-shell.tsx";
import { Listens } from "../components/shell/listens.tsx";
import { accountHeader, readAccount, signedOutHeader } from "../components/sign-in/sign-in-path.ts";

/** Language and theme are known before the first byte, from cookies and the browser: no flash, no script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await requestLocale();
  const sent = await headers();
  const outside = sent.has(signedOutHeader);
  const account = readAccount(sent.get(accountHeader));
  const kept = await cookies();
  const theme = readTheme(kept.get(themeCookie)?.value);
  const side = readSide(kept.get(sideCookie)?.value);
  return (
    <html lang={locale} data-theme={theme === "system" ? undefined : theme}>
      <body>
        <noscript>
          <p className="no-script">{catalogues[locale].meta.noScript}</p>
        </noscript>
        <LocaleProvider locale={locale} messages={readMessages(locale)}>
          {outside ? (
            children
          ) : (
            <AppShell side={side} account={account}>
              {children}
            </AppShell>
          )}
          <Listens />
        </LocaleProvider>
      </body>
    </html>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const { meta } = catalogues[await requestLocale()];
  return { title: meta.title, description: meta.description };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f6f5" },
    { media: "(prefers-color-scheme: dark)", color: "#101413" },
  ],
};

async function requestLocale() {
  return negotiateLocale(
    (await cookies()).get(localeCookie)?.value,
    (await headers()).get("accept-language"),
  );
}
