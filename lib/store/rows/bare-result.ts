import type { Citation } from "#lib/contracts/citation";
import type { Evidence, TaskResult } from "#lib/contracts/envelope";

/** The result as a record of what was found where: lines and hashes stay, the documents' words go. */
export function bareResult(result: TaskResult): TaskResult {
  const { summary: _, ...output } = result.output;
  return {
    ...result,
    output: {
      ...output,
      ...bareEvidence(output),
      ...(output.further === undefined ? {} : { further: bareEvidence(output.further) }),
    },
  };
}

const bareEvidence = ({ citations }: Evidence): Evidence => ({
  citations: citations.map(bareCitation),
  passages: [],
});

function bareCitation(citation: Citation): Citation {
  return { ...citation, snippet: "", matched: [], breakdown: [] };
}
