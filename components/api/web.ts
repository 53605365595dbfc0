"use client";
import {
  FetchedAgain,
  type ForgetPagesBody,
  SavedPages,
  WebReport,
  WebTest,
} from "#lib/contracts/web-desk";
import { call, get, post, query } from "./call.ts";
import { createRemote } from "./remote.ts";

/** The web as Settings and the question box know it, and the saved pages. */
export const webApi = {
  report: () => get(WebReport, "/api/web"),
  pages: (offset: number) => get(SavedPages, `/api/web/pages${query({ offset })}`),
  forget: (body: ForgetPagesBody) =>
    call(SavedPages, "/api/web/pages", {
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  test: (asked: string, signal: AbortSignal) =>
    post(WebTest, "/api/web/test", { query: asked }, signal),
  fetchAgain: (path: string) => post(FetchedAgain, "/api/web/fetch-again", { path }),
};

export const webRemote = createRemote(webApi.report);
export const savedPagesRemote = createRemote(() => webApi.pages(0));
