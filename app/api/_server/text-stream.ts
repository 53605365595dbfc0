/** Pieces of text as the body of a response: each is made when the reader has room for it, and none once nobody reads. */
export function textStream(pieces: Generator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      pieces.return();
    },
  });
}
