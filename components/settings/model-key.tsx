"use client";
import { useTranslations } from "next-intl";
import type { ProviderFacts } from "./provider-cards.tsx";
import { receiverOf } from "./receiver.ts";

/** Where the key is looked for, and whether one is there. The key itself never reaches the page. */
export function KeySaid({ provider }: { provider: ProviderFacts<string> }) {
  const t = useTranslations("model");
  const { key_variable: variable, key_set, key_needed } = provider;
  if (key_set) return <p className="meta">{t("keySet", { variable })}</p>;
  if (!key_needed) return <p className="meta">{t("keyNotNeeded", { variable })}</p>;
  return <p className="meta caution">{t("keyMissing", { variable })}</p>;
}

/** Who receives what is sent to an address, and whether anybody on the way can read it. */
export function Receiver({ address }: { address: string }) {
  const t = useTranslations("model");
  const { host, way } = receiverOf(address);
  if (host === undefined) return t("hint.base_url");
  return (
    <span className={way === "open" ? "caution" : undefined}>{t(`receiver.${way}`, { host })}</span>
  );
}
