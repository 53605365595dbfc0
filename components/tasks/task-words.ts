"use client";
import { useTranslations } from "next-intl";
import { DocsCheck } from "#lib/contracts/findings";
import { writtenInLine } from "#lib/contracts/written-out";
import type { FieldNames } from "../tools/argument-field.tsx";

type Words = {
  /** A kind of task. */
  type: (type: string) => string;
  /** What it is good for; undefined where only its skill says it. */
  said: (type: string) => string | undefined;
  step: (name: string) => string;
  field: (type: string, name: string) => string | undefined;
  /** What a field and its choices are called; undefined of a kind of task that is not ours. */
  named: (type: string, name: string) => FieldNames | undefined;
};

/** Our own kinds of tasks, their steps and fields in the reader's language; of others the name they have. */
export function useTaskWords(): Words {
  const t = useTranslations("tasks");
  type Key = Parameters<typeof t>[0]; // known or not: `has` tells
  const known = (key: Key) => (t.has(key) ? t(key) : undefined);
  const checks = new Map(DocsCheck.options.map((check) => [check, t(`checks.${check}`)] as const));
  const plain = (name: string) => writtenInLine(name.replaceAll("_", " "));
  return {
    type: (type) => known(`types.${type}` as Key) ?? plain(type),
    said: (type) => known(`about.${type}` as Key),
    step: (name) => known(`steps.${name}` as Key) ?? plain(name),
    field: (type, name) => known(`fields.${type}.${name}` as Key),
    named: (type, name) => {
      const label = known(`labels.${name}` as Key);
      if (label === undefined || !t.has(`types.${type}` as Key)) return undefined;
      return { label, ...(name === "checks" ? { options: checks } : {}) };
    },
  };
}
