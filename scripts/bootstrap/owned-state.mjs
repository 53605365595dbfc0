import { sentences } from "./sentences.mjs";
import { Refusal } from "./tell.mjs";

/** Two servers never share a state folder: the second says who has it, before anything long is done. */
export async function refuseOwnedState({ home }) {
  const { readOwner } = await import("../../lib/platform/state-owner.ts");
  const owner = readOwner(home);
  if (owner) throw new Refusal(sentences.stateOwned(owner.pid, owner.address ?? "npm run ask"));
}
