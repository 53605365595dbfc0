import type { SandboxLanguage } from "#lib/contracts/sandbox";
import type { LanguageState } from "./backend.ts";

/** Each language is proven once, when it is first asked for; one that failed is tried anew when it is asked for again. */
export function createProofs(prove: (language: SandboxLanguage) => Promise<LanguageState>) {
  const asked = new Map<SandboxLanguage, Promise<LanguageState>>();
  const held = new Set<SandboxLanguage>();
  return {
    of(language: SandboxLanguage): Promise<LanguageState> {
      const known = asked.get(language);
      if (known !== undefined) return known;
      const proof = prove(language).then((state) => {
        if (state.kind === "ready") held.add(language);
        else asked.delete(language);
        return state;
      });
      asked.set(language, proof);
      return proof;
    },
    /** Those whose proof has held. */
    held: (): SandboxLanguage[] => [...held],
  };
}
