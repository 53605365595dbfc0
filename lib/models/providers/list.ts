import type { ModelProvider } from "../provider.ts";
import { anthropic } from "./anthropic.ts";
import { compatible } from "./compatible.ts";
import { google } from "./google.ts";
import { openai } from "./openai.ts";

/** Every provider there is, in the order in which Settings shows them. */
export const providers: readonly ModelProvider[] = [anthropic, openai, google, compatible];
