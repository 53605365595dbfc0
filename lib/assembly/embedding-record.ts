import { readFileSync } from "node:fs";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { makeState } from "#lib/platform/state-owner";
import type { FolderToSend } from "./embedding-folders.ts";

/**
 * What a person agreed to, whether the work is paused, and what was sent so far: a file of the state folder, so that all of
 * it stands after a restart. An agreement is for one provider at one address and for the folders that there were, as they
 * were read then.
 */
export type EmbeddingRecord = {
  agreedTo(receiver: Receiver): boolean;
  paused(): boolean;
  sent(model: EmbeddingIdentity): Sent;
  /** Throws what keeps the file from being written. */
  agree(receiver: Receiver, at: string): void;
  pause(paused: boolean): void;
  add(model: EmbeddingIdentity, more: Sent): void;
  forget(): void;
};

/** Who is sent text, and of which folders. */
export type Receiver = {
  provider: string;
  /** Scheme, host, port and path. */
  address: string;
  roots: readonly Pick<FolderToSend, "id" | "digest">[];
};

export type Sent = { requests: number; passages: number; characters: number; tokens: number };

const Kept = z.object({
  agreed: z
    .object({
      provider: z.string(),
      address: z.string(),
      roots: z.array(z.object({ id: z.string(), digest: z.string() })),
      at: z.string(),
    })
    .nullable(),
  paused: z.boolean(),
  sent: z.record(
    z.string(),
    z.object({
      requests: z.number(),
      passages: z.number(),
      characters: z.number(),
      tokens: z.number(),
    }),
  ),
});
type Kept = z.infer<typeof Kept>;

const nothing: Kept = { agreed: null, paused: false, sent: {} };
const nothingSent: Sent = { requests: 0, passages: 0, characters: 0, tokens: 0 };

export function createEmbeddingRecord(home: string): EmbeddingRecord {
  const file = path.join(home, "embedding.json");
  let known: Kept | undefined;

  /** A file that is missing or damaged is no agreement. */
  function read(): Kept {
    if (known !== undefined) return known;
    try {
      known = Kept.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      known = nothing;
    }
    return known;
  }

  function write(next: Kept): void {
    makeState(home);
    writeFileAtomic.sync(file, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    known = next;
  }

  return {
    agreedTo({ provider, address, roots }) {
      const { agreed } = read();
      if (agreed?.provider !== provider || agreed.address !== address) return false;
      // A folder that was taken away changes nothing: nothing of it is sent.
      return roots.every(({ id, digest }) =>
        agreed.roots.some((root) => root.id === id && root.digest === digest),
      );
    },
    paused: () => read().paused,
    sent: (model) => read().sent[JSON.stringify(model)] ?? nothingSent,
    agree: ({ provider, address, roots }, at) =>
      write({
        ...read(),
        agreed: { provider, address, roots: roots.map(({ id, digest }) => ({ id, digest })), at },
        paused: false,
      }),
    pause: (paused) => write({ ...read(), paused }),
    add(model, more) {
      const before = this.sent(model);
      const sum = {
        requests: before.requests + more.requests,
        passages: before.passages + more.passages,
        characters: before.characters + more.characters,
        tokens: before.tokens + more.tokens,
      };
      write({ ...read(), sent: { ...read().sent, [JSON.stringify(model)]: sum } });
    },
    forget: () => write(nothing),
  };
}
