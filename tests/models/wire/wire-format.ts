import type { z } from "zod";
import type { ModelProviderId } from "#lib/contracts/config";
import type { Says } from "../scripted-model.ts";
import { type WireReply, type WireRequest, type WireServer, wireServer } from "./wire-server.ts";

/** How one provider writes replies and takes requests, after what it publishes. */
export type WireFormat = {
  provider: ModelProviderId;
  /** What stands behind the origin in the base URL. */
  base: string;
  /** Where a turn is asked for, behind the base. */
  path: string;
  /** The body of a request, as the provider documents it. Unknown fields are refused. */
  Request: z.ZodType;
  /** The events of a reply, each as it goes over the wire. The last one or ones say that it is whole. */
  events(says: Says & { turn: number; tokens: Tokens }): string[];
  /** What was offered and told in a request. */
  offered(body: unknown): string[];
  /** An event in the middle of a reply that says that it has failed. */
  failure: string;
  /** The body of a refusal that says so. */
  refusal(message: string, code: string): string;
  /** A list of models, and which of them are for us. */
  models: { body: unknown; names: string[] };
};

export type Tokens = { input: number; cached: number; output: number };
export const someTokens: Tokens = { input: 1200, cached: 1000, output: 34 };

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** In pieces of a few letters, as models say things; never through the middle of a letter. */
export const inPieces = (text: string): string[] => text.match(/[\s\S]{1,6}/gu) ?? [];

/** A model behind a real server, which says what a script tells it; where that gives a `WireReply`, exactly this. */
export async function scriptedServer(
  format: WireFormat,
  script: (told: {
    turn: number;
    body: unknown;
    offered: string[];
    request: WireRequest;
  }) => Says | WireReply,
): Promise<WireServer & { base_url: string }> {
  let turn = 0;
  const server = await wireServer((request) => {
    if (request.method === "GET") {
      return {
        headers: { "content-type": "application/json" },
        chunks: [JSON.stringify(format.models.body)],
      };
    }
    turn += 1;
    const said = script({
      turn,
      body: request.body,
      offered: format.offered(request.body),
      request,
    });
    if (isReply(said)) return said;
    return { chunks: format.events({ ...said, turn, tokens: someTokens }) };
  });
  return { ...server, base_url: server.origin + format.base };
}

const isReply = (said: Says | WireReply): said is WireReply =>
  "status" in said || "chunks" in said || "end" in said;
