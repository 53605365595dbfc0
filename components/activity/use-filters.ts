"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";

/** What a list is narrowed to, as it stands in the address: whoever gets the link sees the same rows. */
export type Filters<Name extends string> = {
  values: Partial<Record<Name, string>>;
  /** The same as one text, for whoever asks again when it changes. */
  key: string;
  set: (name: Name, value: string) => void;
  clear: () => void;
};

export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const search = useSearchParams();
  const key = names.map((name) => search.get(name) ?? "").join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all that is read of the address.
  const values = useMemo(() => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = search.get(name)?.trim();
      if (value) found[name] = value;
    }
    return found;
  }, [key, names]);
  const set = useCallback((name: Name, value: string) => {
    const url = new URL(window.location.href);
    if (value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    window.history.replaceState(null, "", `${url.pathname}${url.search}`);
  }, []);
  const clear = useCallback(() => {
    const url = new URL(window.location.href);
    for (const name of names) url.searchParams.delete(name);
    window.history.replaceState(null, "", `${url.pathname}${url.search}`);
  }, [names]);
  return { values, key, set, clear };
}
