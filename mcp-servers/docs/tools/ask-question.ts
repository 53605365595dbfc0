import { AppError } from "#lib/contracts/errors";
import { defineTool } from "../tool.ts";

/** Offered by a server that other clients start; the program itself answers by the other tools. */
export const askQuestion = defineTool({
  name: "docs_ask",
  title: "Answer a question from the documents",
  description:
    "Answers a question in sentences that are quoted from the person's documents and were checked against the files at this moment: claims, each with citations (file, lines, SHA-256), and gaps for what the documents do not say. outcome says how sure it is: sure, may_be (several places may answer) or not_found. Ask the whole question, understandable without the conversation; one question at a time. Cite by the numbers of its citations, and add nothing that it does not say.",
  async run(input, { shelf, signal, progress, answering }) {
    if (answering === undefined) {
      throw new AppError("tool_not_found", "This server answers no questions.");
    }
    let steps = 0;
    const roots = shelf.access.roots.map(({ id, label }) => ({ id, label }));
    const tell = (step: string) => progress(++steps, undefined, step);
    return answering.ask(input, { roots, signal, tell });
  },
  summarize: (answer, { answering }) => answering?.textOf(answer) || answer.markdown,
});
