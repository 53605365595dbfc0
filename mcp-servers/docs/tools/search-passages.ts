import { webRootId } from "#lib/contracts/web";
import type { Shelf } from "../library.ts";
import { whyNothingToSearch } from "../searchable-roots.ts";
import { defineTool } from "../tool.ts";

export const searchPassages = defineTool({
  name: "docs_search",
  title: "Search the documents",
  description:
    "Passages that answer a question, best first, each with file, lines, exact text, hash and the reasons for its rank. Ask in whole questions or in words, English or Chinese. coverage says whether everything has been read yet.",
  async run(input, { shelf, signal, progress }) {
    if (!shelf.isRead()) {
      const stop = tellReading(shelf, progress);
      try {
        await shelf.untilRead(signal);
      } finally {
        stop();
      }
    }
    // A page is asked about as soon as it is saved.
    if (input.roots?.includes(webRootId)) await shelf.index.lookAgain(signal);
    const output = await shelf.index.search(input, signal, progress);
    if (output.status !== "no_hit") return output;
    const refusal = whyNothingToSearch(shelf.index.roots(), input.roots);
    return refusal === undefined ? output : { ...output, status: "denied", ...refusal };
  },
  summarize({ status, message, hits, coverage }) {
    if (message !== undefined) return `${status}: ${message}`;
    const scope = `${coverage.files_searchable} of ${coverage.files_known} files`;
    if (hits.length === 0) return `${status}: nothing found in ${scope}.`;
    const lines = hits
      .slice(0, 10)
      .map(
        (hit) =>
          `${hit.id}. ${hit.display_path} lines ${hit.locator.line_start}-${hit.locator.line_end}: ${firstWords(hit.snippet)}`,
      );
    return [`${hits.length} passages from ${scope}`, ...lines].join("\n");
  },
});

const tellEveryMs = 200;

/** Says how far the first reading of the folders is, for as long as the question waits for it. */
function tellReading(
  { index }: Shelf,
  progress: (done: number, total: number | undefined, message: string) => void,
): () => void {
  const tell = () => {
    const { files_searchable, files_known, state } = index.coverage();
    if (state !== "building") return;
    const message = `${files_searchable} of ${files_known} files can be searched`;
    progress(files_searchable, files_known, message);
  };
  tell();
  const timer = setInterval(tell, tellEveryMs);
  return () => clearInterval(timer);
}

function firstWords(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 120).toWellFormed()}…` : line.toWellFormed();
}
