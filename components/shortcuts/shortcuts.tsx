"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAskAnew } from "../shell/new-question.ts";
import { HelpDialog } from "./help-dialog.tsx";
import { Palette } from "./palette.tsx";
import { useShortcut } from "./use-shortcut.ts";
import { useShortcutKeys } from "./use-shortcut-keys.ts";

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
  const close = () => setOpen(undefined);
  if (open === "help") return <HelpDialog onClose={close} />;
  if (open === "palette") {
    return (
      <Palette
        onClose={close}
        onChosen={onChosen}
        onAsk={askAnew}
        onThread={(id) => router.push(`/t/${encodeURIComponent(id)}`)}
      />
    );
  }
  return null;
}
