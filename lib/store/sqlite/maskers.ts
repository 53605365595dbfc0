import type { TraceSink } from "#lib/contracts/ports";
import { createMasker, type Masker, maskDeep, maskText } from "#lib/platform/secrets";

/**
 * Masks what is about to be written down. What belongs to one asking has one masker: a password that a document gave away
 * is known again in what that asking tells later, where it may stand without its name.
 */
export type Maskers = {
  /** Of whatever goes by one of these ids: a trace and its run. */
  of(...ids: readonly string[]): Masker;
  /** A sink that hands on everything masked. Paths are of the audit and may be typed by anybody; there they are masked too. */
  over(sink: TraceSink): TraceSink;
};

/** More askings than are under way at once. */
const most = 256;

export function createMaskers(): Maskers {
  const known = new Map<string, Masker>();

  function of(...ids: readonly string[]): Masker {
    const masker = ids.map((id) => known.get(id)).find((found) => found) ?? createMasker();
    for (const id of ids) {
      known.delete(id);
      known.set(id, masker);
    }
    for (const oldest of known.keys()) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    return masker;
  }

  return {
    of,
    over: (sink) => ({
      span: (span) => sink.span({ ...span, attributes: maskDeep(span.attributes).value }),
      read: (row) => sink.read({ ...row, relative_path: maskText(row.relative_path).text }),
      call: ({ requested, ...row }) =>
        sink.call({ ...row, ...(requested && { requested: maskDeep(requested).value }) }),
      task(request, result) {
        const { value } = of(request.trace_id, request.run_id).mask({ request, result });
        sink.task(value.request, value.result);
      },
    }),
  };
}
