"use client";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

const named = [
  ...(["Enter", "Shift", "Escape"] as const),
  ...(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const),
];

/** A shortcut as the keyboard has it: one cap a key, `mod` by the machine. */
export function KeyCaps({ keys, hidden }: { keys: string; hidden?: boolean }) {
  const t = useTranslations("keys.cap");
  const mac = useMac();
  return (
    <span className="caps" aria-hidden={hidden || undefined}>
      {keys.split("+").map((key) => {
        const name = named.find((one) => one === key);
        const cap =
          key === "mod"
            ? t(mac ? "command" : "control")
            : name !== undefined
              ? t(name)
              : key.toUpperCase();
        return <kbd key={key}>{cap}</kbd>;
      })}
    </span>
  );
}

function useMac(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => /mac/i.test(navigator.userAgent),
    () => false,
  );
}
