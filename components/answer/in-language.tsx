"use client";
import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Catalogue } from "../locale/catalogue.ts";
import type { Locale } from "../locale/locales.ts";

const PageWords = createContext<{ locale: string; messages: Catalogue } | undefined>(undefined);

/**
 * What the server says of an answer is in the answer's language; what the page says between it is too, so that nothing is
 * half and half. What can be pressed is in the page's language wherever it stands (`InPageLanguage`). The other catalogue is
 * fetched and read where it is needed; until then it stands in the page's language.
 */
export function InLanguage(props: { lang: Locale | undefined; children: ReactNode }) {
  const { lang, children } = props;
  const shown = useLocale();
  const messages = useMessages();
  const other = lang === shown ? undefined : lang;
  const [found, setFound] = useState<{ locale: Locale; messages: Catalogue }>();
  useEffect(() => {
    if (other === undefined) return;
    let wanted = true;
    import("../locale/read-messages.ts").then(
      ({ readMessages }) =>
        wanted ? setFound({ locale: other, messages: readMessages(other) }) : undefined,
      () => undefined, // the page's own language says the same
    );
    return () => {
      wanted = false;
    };
  }, [other]);
  if (other === undefined || found?.locale !== other) return children;
  return (
    <PageWords value={{ locale: shown, messages }}>
      <NextIntlClientProvider {...found} timeZone="UTC">
        <div className="in-language" lang={other}>
          {children}
        </div>
      </NextIntlClientProvider>
    </PageWords>
  );
}

/** Buttons and links between words of an answer: they are of the page, as those around the answer are. */
export function InPageLanguage({ children }: { children: ReactNode }) {
  const page = useContext(PageWords);
  return page === undefined ? (
    children
  ) : (
    <NextIntlClientProvider {...page} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
