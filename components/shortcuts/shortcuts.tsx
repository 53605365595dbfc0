"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isComposing } from "../parts/is-composing.ts";
import { later } from "../parts/later.tsx";
import { useAskAnew } from "../shell/new-question.ts";
import { Palette } from "./palette.tsx";
import { useShortcut } from "./use-shortcut.ts";
import { useShortcutKeys } from "./use-shortcut-keys.ts";

const HelpDialog = later(() => import("./help-dialog.tsx").then((m) => m.HelpDialog));

/**
 * The shortcuts that work on every page, and the two windows they open. `onChosen`: something was chosen in the palette,
 * which leads away from whatever it was opened over.
 */
export function Shortcuts({ onChosen }: { onChosen: () => void }) {
  const [open, setOpen] = useState<"palette" | "help">();
  const askAnew = useAskAnew();
  const router = useRouter();
  useShortcutKeys();
  useShortcut("palette", () => setOpen("palette"));
  useShortcut("help", () => setOpen("help"));
  useShortcut("newQuestion", () => askAnew());
  useShortcut("activity", () => router.push("/activity"));
  const close = () => setOpen(undefined);
  // What is still being fetched can be put away as well.
  useEffect(() => {
    if (open === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !isComposing(event)) setOpen(undefined);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open]);
  if (open === "help") return <HelpDialog onClose={close} />;
  if (open === "palette") {
    return (
      <Palette
        onClose={close}
        onChosen={onChosen}
        onAsk={askAnew}
        onThread={(id, run) => {
          const at = run === undefined ? "" : `?run=${encodeURIComponent(run)}`;
          router.push(`/t/${encodeURIComponent(id)}${at}`);
        }}
      />
    );
  }
  return null;
}
