"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { TitledDialog } from "../parts/titled-dialog.tsx";
import { KeyCaps } from "./key-caps.tsx";
import { fixedKeys, shortcutGroups, shortcuts } from "./shortcut-list.ts";
import { useShortcutsOn } from "./shortcuts-on.ts";

/** Every key of the page, by the place where it works, and where they are switched off. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("keys");
  const on = useShortcutsOn();
  return (
    <TitledDialog
      title={t("title")}
      titleClass="dialog-title"
      className="keys-help"
      close={t("close")}
      onClose={onClose}
    >
      <div className="keys-groups">
        {shortcutGroups.map((group) => (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h3 className="label" id={`keys-${group}`}>
              {t(`group.${group}`)}
            </h3>
            <dl>
              {[...shortcuts, ...fixedKeys]
                .filter((shortcut) => shortcut.group === group)
                .map(({ id, keys }) => (
                  <div key={id}>
                    <dt>{t(`does.${id}`)}</dt>
                    <dd>
                      <KeyCaps keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="meta">
        {t(on ? "whenOn" : "whenOff")}{" "}
        <Link href="/settings/general#keys" prefetch={false} className="textlink" onClick={onClose}>
          {t("change")}
        </Link>
      </p>
    </TitledDialog>
  );
}
