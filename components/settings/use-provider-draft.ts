"use client";
import { differing, useDraft } from "./drafts.ts";

type Draft<T extends { provider: string | null }> = {
  provider?: T["provider"];
  by: Record<string, Partial<T>>;
};

/**
 * What a form holds that chooses a provider first: what is typed belongs to the provider it was typed for, and is there
 * again when that one is chosen again. `blank`: what begins empty with a provider that is not the saved one.
 */
export function useProviderDraft<T extends { provider: string | null }>(
  key: Parameters<typeof useDraft>[0],
  saved: T,
  blank: Partial<T>,
) {
  const [draft, setDraft, draftSaved] = useDraft<Draft<T>>(key, { by: {} });
  const provider = draft.provider === undefined ? saved.provider : draft.provider;
  const begun = provider === saved.provider ? saved : { ...saved, ...blank, provider };
  const own = provider ?? "none";
  return {
    typed: { ...begun, ...draft.by[own] },
    change(next: Partial<T>) {
      const { [own]: before, ...others } = draft.by;
      const left = differing<T>(begun, { ...before, ...next });
      const by = Object.keys(left).length === 0 ? others : { ...others, [own]: left };
      setDraft({ ...draft, by });
    },
    choose(id: T["provider"]) {
      const { provider: _, ...rest } = draft;
      setDraft(id === saved.provider ? rest : { ...rest, provider: id });
    },
    saved: draftSaved,
  };
}
