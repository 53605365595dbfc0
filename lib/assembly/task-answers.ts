import { createPrimary } from "#lib/agents/primary";
import type { Answer } from "#lib/contracts/answer";
import { asQuestion } from "#lib/contracts/question";
import type { TaskWorld } from "#lib/tasks/task-run";

/**
 * Documents as the steps of tasks ask them: the agents of a conversation with documents alone. No tool is offered to the model
 * that writes and no skill is told to it, so that whatever a page says, nothing is called for it; nothing is stored but by the
 * task.
 */
export function createTaskAnswers(
  deps: Omit<Parameters<typeof createPrimary>[0], "catalogue" | "skills" | "web">,
): TaskWorld["answer"] {
  const primary = createPrimary(deps);
  return async ({ question, roots, pages, mode, step_id, signal, ...scope }): Promise<Answer> => {
    const { trace_id, run_id, task_id, lang, deadline_ms } = scope;
    return primary.ask(
      {
        ...{ question: asQuestion(question), roots: [...roots], mode, lang, deadline_ms },
        ...(pages.length === 0 ? {} : { pages }),
        ...{ trace_id, run_id, thread_id: task_id, parent_span_id: step_id },
        ...{ asking: "refuse", store: false },
      },
      () => undefined,
      signal,
    );
  };
}
