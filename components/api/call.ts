import type { z } from "zod";
import { ApiProblem } from "./problem.ts";
import { send } from "./send.ts";

/** One call to a route: what comes back is parsed by the schema the server is held to, or it is an `ApiProblem`. */
export function get<S extends z.ZodType>(schema: S, path: string, signal?: AbortSignal) {
  return call(schema, path, signal === undefined ? {} : { signal });
}

export function post<S extends z.ZodType>(
  schema: S,
  path: string,
  body: unknown,
  signal?: AbortSignal,
) {
  return call(schema, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function call<S extends z.ZodType>(
  schema: S,
  path: string,
  init: RequestInit,
): Promise<z.infer<S>> {
  const response = await send(path, { cache: "no-store", ...init });
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new ApiProblem("unreadable", { status: response.status });
  return parsed.data;
}

export function query(values: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
