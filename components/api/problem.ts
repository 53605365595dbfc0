/**
 * Why a call to our own server brought no result. `message` is the server's sentence when it sent one; the other
 * kinds have none and are put into words by the catalogue.
 */
export class ApiProblem extends Error {
  readonly kind: "unreachable" | "cut" | "refused" | "unreadable";
  readonly status: number;
  readonly code: string | undefined;
  readonly rule: string | undefined;
  readonly trace_id: string | undefined;
  readonly fields: readonly { path: string; message: string }[];
  /** What the server sent, for whoever knows that it holds more than an error. */
  readonly body: unknown;

  constructor(
    kind: ApiProblem["kind"],
    options: {
      message?: string;
      status?: number;
      code?: string | undefined;
      rule?: string | undefined;
      trace_id?: string | undefined;
      fields?: readonly { path: string; message: string }[];
      body?: unknown;
    } = {},
  ) {
    super(options.message ?? kind);
    this.name = "ApiProblem";
    this.kind = kind;
    this.status = options.status ?? 0;
    this.code = options.code;
    this.rule = options.rule;
    this.trace_id = options.trace_id;
    this.fields = options.fields ?? [];
    this.body = options.body;
  }
}

export function asProblem(error: unknown): ApiProblem {
  return error instanceof ApiProblem
    ? error
    : new ApiProblem("unreadable", { message: error instanceof Error ? error.message : "" });
}
