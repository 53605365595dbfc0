"use client";
import { useTranslations } from "next-intl";
import { switchShortcuts, useShortcutsOn } from "../shortcuts/shortcuts-on.ts";
import { actOf } from "../shortcuts/use-shortcut.ts";

/** Switches the shortcuts off for whoever is in their way, as a voice or another program is. */
export function Keyboard() {
  const t = useTranslations("keys");
  const on = useShortcutsOn();
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t("name")}</h2>
      <div className="choices">
        <span id="keys-switch">{t("switch")}</span>
        <fieldset className="segments justify-self-start" aria-labelledby="keys-switch">
          {[true, false].map((choice) => (
            <button
              key={String(choice)}
              type="button"
              aria-pressed={on === choice}
              onClick={() => switchShortcuts(choice)}
            >
              {t(choice ? "on" : "off")}
            </button>
          ))}
        </fieldset>
      </div>
      <p className="meta mt-3">
        {t(on ? "whenOn" : "whenOff")}{" "}
        <button type="button" className="textlink" onClick={() => actOf("help")?.()}>
          {t("show")}
        </button>
      </p>
    </section>
  );
}
