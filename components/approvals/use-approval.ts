"use client";
import { useState } from "react";
import { type Approval, opensCall } from "#lib/contracts/approvals";
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
  const state = useRemote(remote, pauseOf);
  return { ...state, put: remote.put, reload: remote.reload };
}

/** A call that was allowed is about to have a result; a person takes their time. */
function pauseOf(approval: Approval | undefined): number | undefined {
  if (hasEnded(approval)) return undefined;
  return approval?.state === "pending" ? 1000 : 300;
}

/** Behind a server's start and a switch stands no call: once that is allowed, what follows is their own state. */
function hasEnded(approval: Approval | undefined): boolean {
  if (approval === undefined || approval.state === "pending") return false;
  if (!opensCall(approval.shows)) return true;
  return approval.state !== "allowed" && approval.state !== "running";
}
