"use client";
import Link from "next/link";
import { useLocale } from "next-intl";
import type { Gap, NextStep } from "#lib/contracts/answer";
import { InPageLanguage } from "./in-language.tsx";

/** What a person can do about a gap, as buttons that do it. */
export type TakeStep = (step: NextStep, gap: Gap, from: HTMLElement) => void;

export function NextSteps(props: { gap: Gap; onTake: TakeStep }) {
  return (
    <InPageLanguage>
      <Buttons {...props} />
    </InPageLanguage>
  );
}

function Buttons({ gap, onTake }: { gap: Gap; onTake: TakeStep }) {
  const lang = useLocale() === "zh-CN" ? "zh-CN" : "en";
  if (gap.next_steps.length === 0) return null;
  return (
    <div className="next-steps" lang={lang}>
      {gap.next_steps.map((step) =>
        step.action === "add_folder" || step.action === "configure" ? (
          <Link
            key={keyOf(step)}
            href={`/settings/${settingOf(step)}`}
            prefetch={false}
            className={gap.cause === "denied" ? "btn" : "btn btn-quiet"}
          >
            {step.labels?.[lang] ?? step.label}
          </Link>
        ) : (
          <button
            key={keyOf(step)}
            type="button"
            className={step.action === "search_all_folders" ? "btn btn-main" : "btn"}
            onClick={(event) => onTake(step, gap, event.currentTarget)}
          >
            {step.labels?.[lang] ?? step.label}
          </button>
        ),
      )}
    </div>
  );
}

/** The part of Settings that a step leads to. */
const settingOf = (step: NextStep) => places.get(step.value) ?? "folders";
const places: ReadonlyMap<NextStep["value"], string> = new Map([
  ["mcp_servers", "servers"],
  ["doc_access.deny", "folders#never"],
]);

const keyOf = (step: NextStep) => `${step.action}:${step.value ?? ""}:${step.label}`;
