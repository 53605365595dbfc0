import type { KeptSink } from "#lib/contracts/store-ports";
import { createMasker, type Masker, maskDeep, maskText } from "#lib/platform/secrets";
import { bareResult } from "./bare-result.ts";

/**
 * Masks what is about to be written down. What belongs to one asking has one masker: a password that a document gave away
 * is known again in what that asking tells later, where it may stand without its name.
 */
export type Maskers = {
  /** Of whatever goes by one of these ids: a trace and its run. */
  of(...ids: readonly string[]): Masker;
  /** A sink that hands on everything masked. Paths are of the audit and may be typed by anybody; there they are masked too. */
  over(sink: KeptSink): KeptSink;
  /** Of an asking that is not to be stored: no word of its calls and replies is handed on, nor what they would have touched. */
  keepNoWordOf(trace_id: string): void;
};

/** More askings than are under way at once. */
const most = 256;

export function createMaskers(): Maskers {
  const known = new Map<string, Masker>();
  const unkept = new Set<string>();

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
    keepNoWordOf(trace_id) {
      unkept.add(trace_id);
      for (const oldest of unkept) {
        if (unkept.size <= 4 * most) break;
        unkept.delete(oldest);
      }
    },
    over: (sink) => ({
      connection: sink.connection,
      preview(row) {
        if (unkept.has(row.trace_id)) return;
        const { span_id, trace_id, thread_id, at, ...told } = row;
        const { value } = of(trace_id).mask(told);
        const place = { trace_id, ...(thread_id === undefined ? {} : { thread_id }) };
        sink.preview({ span_id, ...place, at, ...value });
      },
      reply(row) {
        if (unkept.has(row.trace_id)) return;
        const { value: reply } = of(row.trace_id, row.run_id).mask({ reply: row.reply });
        sink.reply({ ...row, reply: reply.reply });
      },
      span: (span) => sink.span({ ...span, attributes: maskDeep(span.attributes).value }),
      read({ root_id, relative_path, ...row }) {
        // What was refused is named as it was typed, which is a word of the asking.
        const typed = row.rule !== undefined && unkept.has(row.trace_id);
        const place = root_id === undefined ? {} : { root_id };
        sink.read(
          typed
            ? { ...row, relative_path: "" }
            : { ...row, ...place, relative_path: maskText(relative_path).text },
        );
      },
      call({ requested, ...row }) {
        const resource = unkept.has(row.trace_id) ? { resource: null } : {};
        const told = requested && { requested: maskDeep({ ...requested, ...resource }).value };
        sink.call({ ...row, ...told });
      },
      // The words of documents are not kept, so they need no mask: what a document gave away is known since its result was kept.
      task(request, result) {
        const told = { request, result: bareResult(result) };
        const { value } = of(request.trace_id, request.run_id).mask(told);
        sink.task(value.request, value.result);
      },
    }),
  };
}
