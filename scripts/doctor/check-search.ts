import { AppError } from "#lib/contracts/errors";
import type { Environment } from "#lib/platform/environment";
import { errorSentence } from "#lib/platform/said-error";
import { lang, sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

/** Where the index lies on a search server: whether it can be reached, and whether all of its parts are there. */
export async function checkSearch({ search }: Environment): Promise<Finding[]> {
  const what = sentences.doctorSearch();
  if (search === undefined) return [{ what, said: sentences.doctorSearchHere(), mark: "ok" }];
  const { lookAtSearchServer } = await import("#lib/search/shared-engine");
  try {
    const { status, nodes, documents } = await lookAtSearchServer(search);
    const said = sentences.doctorSearchAt(nodes, documents);
    if (status === "green") return [{ what, said, mark: "ok" }];
    const short =
      status === "yellow" ? sentences.doctorSearchYellow() : sentences.doctorSearchRed();
    return [{ what, said: `${said}; ${short}`, mark: status === "yellow" ? "note" : "missed" }];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ what, said: errorSentence(error, lang), mark: "missed" }];
  }
}
