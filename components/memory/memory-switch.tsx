"use client";
import { useTranslations } from "next-intl";
import { Switch } from "radix-ui";
import { useId, useState } from "react";
import { memoryApi, memoryRemote } from "../api/memory.ts";
import { asProblem } from "../api/problem.ts";
import { configRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Memory as a whole, or the offer of a like question of before. It is saved as it is turned. */
export function MemorySwitch({ which, on }: { which: "enabled" | "recall"; on: boolean }) {
  const t = useTranslations("memory");
  const problemText = useProblemText();
  const id = useId();
  const [wanted, setWanted] = useState<boolean>();
  const [wrong, setWrong] = useState<string>();
  const turn = async (next: boolean) => {
    setWrong(undefined);
    setWanted(next);
    try {
      memoryRemote.put(await memoryApi.switch({ [which]: next }));
      await configRemote.reload();
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
    setWanted(undefined);
  };
  return (
    <div className="memory-switch">
      <Switch.Root
        className="switch"
        checked={wanted ?? on}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-said`}
        onCheckedChange={(next) => void turn(next)}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      <b id={`${id}-name`}>{t(`switch.${which}`)}</b>
      <span id={`${id}-said`} className="meta">
        {t(`switchSaid.${which}`)}
      </span>
      {wrong === undefined ? null : (
        <span className="field-wrong" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}
