"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useSizeWords } from "../../parts/use-size-words.ts";
import type { Unit } from "./plot-data.ts";

/** A measured value as people read it: "0.42 s", "87 %", "1,204". */
export function useUnitWords(): (value: number, unit: Unit) => string {
  const t = useTranslations("activity.chart");
  const format = useFormatter();
  const size = useSizeWords();
  return (value, unit) => {
    switch (unit) {
      case "ms":
        return value < 1000
          ? t("milliseconds", { value: Math.round(value) })
          : t("seconds", { value: Math.round(value / 10) / 100 });
      case "share":
        return format.number(value, { style: "percent", maximumFractionDigits: 1 });
      case "bytes":
        return size(value);
      case "cost":
        return format.number(value, { maximumSignificantDigits: 3 });
      case "duration":
        return t("hours", { value: Math.round(value / 360_000) / 10 });
      case "count":
      case "tokens":
        return format.number(value, { maximumFractionDigits: 1 });
    }
  };
}
