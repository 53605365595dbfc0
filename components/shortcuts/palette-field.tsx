"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { isComposing } from "../parts/is-composing.ts";
import type { ReturnFocus } from "../parts/use-return-focus.ts";
import { KeyCaps } from "./key-caps.tsx";

export type PaletteProps = {
  query: string;
  onQuery: (query: string) => void;
  /** Whether Enter was pressed before there was a list to choose from: its first entry is meant. */
  entered: boolean;
  onEntered: () => void;
  /** A word is being composed in the field, which is not taken away meanwhile. */
  composing: boolean;
  onComposing: (composing: boolean) => void;
  back: ReturnFocus;
  onClose: () => void;
  /** Something was chosen, which leads away from whatever the palette was opened over. */
  onChosen: () => void;
  /** Asks a question on an empty page. */
  onAsk: (question: string) => void;
  onThread: (id: string, run?: string) => void;
};

/** The palette's field while the rest of it is being fetched: what is typed from the first moment is typed here. */
export function PaletteField({ query, onQuery, onEntered, onComposing, back }: PaletteProps) {
  const t = useTranslations("palette");
  // Closed before the rest has come: whoever had the focus has it again. The rest takes it by itself.
  useEffect(() => () => back.giveBack(), [back]);
  return (
    <>
      <div className="sheet-veil" />
      <div role="dialog" aria-modal="true" aria-label={t("name")} className="dialog palette">
        <div className="palette-field">
          <Search size={16} aria-hidden="true" />
          <input
            ref={takeCursor}
            aria-label={t("name")}
            value={query}
            onChange={(event) => onQuery(event.target.value)}
            onCompositionStart={() => onComposing(true)}
            onCompositionEnd={() => onComposing(false)}
            onKeyDown={(event) => {
              const composing = isComposing(event.nativeEvent);
              if (event.key === "Tab") event.preventDefault(); // there is nothing else yet
              if (event.key === "Enter" && !composing && query.trim() !== "") onEntered();
            }}
            placeholder={t("placeholder")}
            maxLength={4000}
          />
          <KeyCaps keys="Escape" />
        </div>
      </div>
    </>
  );
}

function takeCursor(field: HTMLInputElement | null): void {
  field?.focus();
}
