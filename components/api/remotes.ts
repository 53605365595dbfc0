"use client";
import type { ConfigDocument, EmbeddingReport, IndexReport } from "#lib/contracts/http";
import { api } from "./client.ts";
import { createRemote, type RemoteState, useRemote } from "./remote.ts";

/** The resources that several panes show at once. */
export const configRemote = createRemote(() => api.config());
export const healthRemote = createRemote(() => api.health());

/** Whether a model can be asked, and which keys are set. */
export const modelRemote = createRemote(() => api.models());

export const embeddingRemote = createRemote(() => api.embedding());

/** How far the passages have vectors: every second while it goes on, else now and then. */
export function useEmbedding(): RemoteState<EmbeddingReport> {
  return useRemote(embeddingRemote, (data) => {
    if (data === undefined || data.state === "off") return undefined;
    return data.state === "working" ? 1000 : 10_000;
  });
}

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
