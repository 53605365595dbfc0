import { ErrorBody } from "#lib/contracts/errors";
import { ConfigProblems } from "#lib/contracts/http";
import { ApiProblem } from "./problem.ts";
import { setReach } from "./reachability.ts";

/**
 * The page's only fetch. Resolves with a 2xx response; everything else is an `ApiProblem`. An abort by the caller is
 * passed on as it is and says nothing about the server.
 */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  const slow = setTimeout(() => void knock(), patienceMs);
  try {
    response = await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    setReach("gone");
    throw new ApiProblem("unreachable");
  } finally {
    clearTimeout(slow);
  }
  heard();
  if (response.ok) return response;
  // The session has ended: loaded again, the page is the one to sign in on. There, a refused token stays in view.
  if (response.status === 401 && !document.querySelector(".sign-in")) location.reload();
  throw await refusal(response);
}

/** A call may take long; that nobody is there to answer it can be told sooner. */
const patienceMs = 400;
/** A server that says nothing to the simplest question for so long is slow: two seconds after a call was made. */
const slowMs = 1600;
/** A server that has ended refuses at once. One that only takes its time is there; this long, no machine takes. */
const knockMs = 10_000;

/** Any answer at all is a sign of life, and so is one to another call meanwhile. */
export async function knock(): Promise<void> {
  const signal = AbortSignal.timeout(knockMs);
  const before = answers;
  const slow = setTimeout(() => {
    if (answers === before) setReach("slow");
  }, slowMs);
  try {
    await fetch("/api/health", { cache: "no-store", signal });
    heard();
  } catch {
    if (!signal.aborted || answers === before) setReach("gone");
  } finally {
    clearTimeout(slow);
  }
}

let answers = 0;

function heard(): void {
  answers += 1;
  setReach("here");
}

async function refusal(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const problems = ConfigProblems.safeParse(body);
  if (problems.success) {
    return new ApiProblem("refused", {
      status: response.status,
      message: problems.data.error.message,
      code: problems.data.error.code,
      trace_id: problems.data.error.trace_id,
      fields: problems.data.problems,
    });
  }
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return new ApiProblem("unreadable", { status: response.status });
  return new ApiProblem("refused", {
    ...{ status: response.status, body },
    ...parsed.data.error,
  });
}
