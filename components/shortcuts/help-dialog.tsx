"use client";
import { X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { IconButton } from "../parts/icon-button.tsx";
import { useReturnFocus } from "../parts/use-return-focus.ts";
import { KeyCaps } from "./key-caps.tsx";
import { fixedKeys, shortcutGroups, shortcuts } from "./shortcut-list.ts";
import { useShortcutsOn } from "./shortcuts-on.ts";

/** Every key of the page, by the place where it works, and where they are switched off. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("keys");
  const on = useShortcutsOn();
  const back = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content className="dialog keys-help" aria-describedby={undefined} {...back}>
          <header>
            <Dialog.Title className="text-box font-semibold">{t("title")}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton name={t("close")}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </header>
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
            <Link href="/settings#keys" prefetch={false} className="textlink" onClick={onClose}>
              {t("change")}
            </Link>
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
