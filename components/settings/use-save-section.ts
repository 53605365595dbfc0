"use client";
import { useState } from "react";
import type { Config } from "#lib/contracts/config";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { fieldSaid, saveConfig } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/**
 * Saving for the form of one setting: says that it is saved, and holds in `wrong` what keeps it from being so. `save` tells
 * whether it was saved; nothing that was typed is lost otherwise.
 */
export function useSaveSection(document: ConfigDocument, setting: Parameters<typeof fieldSaid>[1]) {
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const [wrong, setWrong] = useState<string>();
  const save = async (change: Partial<Config>, said: string): Promise<boolean> => {
    setWrong(undefined);
    try {
      await saveConfig(document, change);
      saySaved({ text: said });
      return true;
    } catch (error) {
      setWrong(fieldSaid(asProblem(error), setting, problemText));
      return false;
    }
  };
  return { wrong, setWrong, save };
}
