"use client";
import { useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { modelNames } from "#lib/contracts/model-names";
import type { Turn } from "./turn.ts";

type Choice = Pick<Turn, "mode" | "model">;

/** What the switch beside the box shows, and what it calls. */
export type ModelChoice = {
  /** The models that can be asked, the one of no choice first. */
  names: readonly string[];
  model: string | undefined;
  mode: "quote" | "model";
  onMode: (mode: "quote" | "model") => void;
  onModel: (name: string) => void;
};

/** Who writes the answer to the next question, until another is chosen. Without a model there is nothing to choose. */
export function useModelChoice(config: ConfigDocument | undefined): {
  shown: ModelChoice | undefined;
  /** What is sent with the next question; undefined leaves it to the configuration. */
  chosen: Choice;
  /** A choice of earlier, as far as it can still be had; all of it until the configuration is here. */
  stillThere: (choice: Choice) => Choice;
} {
  const [{ mode, model }, setChosen] = useState<Choice>({ mode: undefined, model: undefined });
  const set = config?.config.model;
  const names = set === undefined || set.provider === null ? [] : modelNames(set);
  const stillThere = ({ mode, model }: Choice): Choice => {
    if (config === undefined) return { mode, model };
    if (names.length === 0) return { mode: undefined, model: undefined };
    return { mode, model: model !== undefined && names.includes(model) ? model : undefined };
  };
  const now = stillThere({ mode, model });
  const shownMode = now.mode ?? config?.config.answer.mode ?? "quote";
  return {
    shown:
      names.length === 0
        ? undefined
        : {
            names,
            model: now.model ?? names[0],
            mode: shownMode,
            onMode: (mode) => setChosen({ mode, model }),
            onModel: (model) => setChosen({ mode: "model", model }),
          },
    chosen: shownMode === "model" ? now : { mode: now.mode, model: undefined },
    stillThere,
  };
}
