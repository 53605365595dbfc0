"use client";
import type { ConfigDocument, IndexReport } from "#lib/contracts/http";
import { api } from "./client.ts";
import { createRemote, type RemoteState, useRemote } from "./remote.ts";

/** The resources that several panes show at once. */
export const configRemote = createRemote(() => api.config());
export const healthRemote = createRemote(() => api.health());

/** Whether a model can be asked, and which keys are set. */
export const modelRemote = createRemote(() => api.models());

export const indexRemote = createRemote(() => api.index());

/** How far the folders are read: every second while something is read, else now and then. */
export function useIndex(): RemoteState<IndexReport> {
  return useRemote(indexRemote, (data) =>
    data?.roots.some((root) => root.state === "building" || root.state === "waiting") ? 1000 : 5000,
  );
}

/** Configuration and folder states; asked again every second while a folder is being indexed. */
export function useConfig(): RemoteState<ConfigDocument> {
  return useRemote(configRemote, (data) => {
    const busy = data?.roots.some((root) => root.state === "building" || root.state === "waiting");
    return busy ? 1000 : undefined;
  });
}
