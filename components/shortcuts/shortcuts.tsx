"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isComposing } from "../parts/is-composing.ts";
import { later } from "../parts/later.tsx";
import { useReturnFocus } from "../parts/use-return-focus.ts";
import { useAskAnew } from "../shell/new-question.ts";
import { PaletteField, type PaletteProps } from "./palette-field.tsx";
import { useShortcut } from "./use-shortcut.ts";
import { useShortcutKeys } from "./use-shortcut-keys.ts";

const HelpDialog = later(() => import("./help-dialog.tsx").then((m) => m.HelpDialog));
const Palette = later(
  () => import("./palette.tsx").then((m) => m.Palette),
  PaletteField,
  ({ composing }) => composing,
);

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
  // Whoever holds the key that begins the palette's shortcut finds it ready.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") void Palette.want();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
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
      <PaletteWindow
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

/** Holds what is typed and where the focus was, from the first moment on. */
function PaletteWindow(props: Pick<PaletteProps, "onClose" | "onChosen" | "onAsk" | "onThread">) {
  const [query, setQuery] = useState("");
  const [entered, setEntered] = useState(false);
  const [composing, setComposing] = useState(false);
  const back = useReturnFocus();
  return (
    <Palette
      {...{ query, entered, composing, back, ...props }}
      onComposing={setComposing}
      onQuery={(next) => {
        setQuery(next);
        setEntered(false); // what was meant is what stood there
      }}
      onEntered={() => setEntered(true)}
    />
  );
}
