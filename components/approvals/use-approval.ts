"use client";
import { useState } from "react";
import type { Approval } from "#lib/contracts/approvals";
import { createRemote, useRemote } from "../api/remote.ts";
import { toolsApi } from "../api/tools.ts";

/**
 * One approval, followed until nothing more can come of it: it may be decided elsewhere, and a call that was allowed
 * runs. `id` and `first`, what is known of it, are those of the first time.
 */
export function useApproval(id: string, first: Approval | undefined) {
  const [remote] = useState(() => {
    const made = createRemote(() => toolsApi.approval(id));
    if (first !== undefined) made.put(first);
    return made;
  });
  const state = useRemote(remote, (approval) => (hasEnded(approval) ? undefined : 1000));
  return { ...state, put: remote.put, reload: remote.reload };
}

/** Behind the start of a server stands no call: once that is allowed, what follows is the server's state. */
function hasEnded(approval: Approval | undefined): boolean {
  if (approval === undefined || approval.state === "pending") return false;
  if (approval.shows.kind === "server") return true;
  return approval.state !== "allowed" && approval.state !== "running";
}
