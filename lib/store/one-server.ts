import type { Events, Queue } from "#lib/contracts/ports";

/** Where no other server can be: nobody is told anything, and all work is this one's. */
export const nobodyElse: Events = {
  listen: () => () => undefined,
  publish: async () => undefined,
};

export const ownQueue: Queue = {
  claim: async () => true,
  release: async () => undefined,
  elsewhere: async () => [],
  free: async () => undefined,
  takeOver: (settle) => settle({ alone: true, of: async (_kind, ids) => [...ids] }),
  leave: async () => undefined,
  handsOver: false,
  now: () => undefined,
  servers: async () => [],
};
