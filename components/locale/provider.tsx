"use client";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import type { Catalogue } from "./catalogue.ts";
import type { Locale } from "./locales.ts";

/** Hands the catalogue to every part of the page. Times are shown in the reader's own zone, so only after loading. */
export function LocaleProvider(props: {
  locale: Locale;
  messages: Catalogue;
  children: ReactNode;
}) {
  return (
    <NextIntlClientProvider locale={props.locale} messages={props.messages} timeZone="UTC">
      {props.children}
    </NextIntlClientProvider>
  );
}
