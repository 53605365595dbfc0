import type { ModelConfig } from "./config.ts";

/** The models that a question can be put to, each once; the first is asked where a question names none. */
export function modelNames({ name, models }: Pick<ModelConfig, "name" | "models">): string[] {
  return [...new Set([name?.trim() ?? "", ...models])].filter((one) => one !== "");
}
