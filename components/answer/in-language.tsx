"use client";
import { NextIntlClientProvider, useLocale } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import type { Catalogue } from "../locale/catalogue.ts";
import type { Locale } from "../locale/locales.ts";

/**
 * What the server says of an answer is in the answer's language; what the page says between it is too, so that nothing is
 * half and half. The other catalogue is fetched and read where it is needed; until then it stands in the page's language.
 */
export function InLanguage(props: { lang: Locale | undefined; children: ReactNode }) {
  const { lang, children } = props;
  const shown = useLocale();
  const other = lang === shown ? undefined : lang;
  const [found, setFound] = useState<{ lang: Locale; messages: Catalogue }>();
  useEffect(() => {
    if (other === undefined) return;
    let wanted = true;
    import("../locale/read-messages.ts").then(
      ({ readMessages }) =>
        wanted ? setFound({ lang: other, messages: readMessages(other) }) : undefined,
      () => undefined, // the page's own language says the same
    );
    return () => {
      wanted = false;
    };
  }, [other]);
  if (other === undefined || found?.lang !== other) return children;
  return (
    <NextIntlClientProvider locale={other} messages={found.messages} timeZone="UTC">
      <div className="in-language" lang={other}>
        {children}
      </div>
    </NextIntlClientProvider>
  );
}
