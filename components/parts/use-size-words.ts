"use client";
import { useFormatter } from "next-intl";

/** A number of bytes as people read it: "0.4 kB", "9.6 MB". */
export function useSizeWords(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const [unit, size] =
      bytes < 1_000_000
        ? (["kilobyte", 1000] as const)
        : bytes < 1_000_000_000
          ? (["megabyte", 1_000_000] as const)
          : (["gigabyte", 1_000_000_000] as const);
    const shown = bytes === 0 ? 0 : Math.max(0.1, bytes / size);
    return format.number(shown, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}
