"use client";
import { useTranslations } from "next-intl";
import { RadioSegments } from "../parts/radio-segments.tsx";
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
        <RadioSegments
          labelledBy="keys-switch"
          value={on ? "on" : "off"}
          choices={[
            { value: "on", name: t("on") },
            { value: "off", name: t("off") },
          ]}
          onChoose={(choice) => switchShortcuts(choice === "on")}
        />
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
