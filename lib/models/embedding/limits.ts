/**
 * A model of a folder: tokens of a text beyond these are left out, as encoders are trained on no more; so many texts go to its
 * thread at a time, which may take so much memory for words and so long, reading the model included.
 */
export const onnxLimits = {
  most_tokens: 512,
  texts_at_once: 4,
  memory_mb: 2048,
  cpu_ms: 120_000,
} as const;

/** By so much of a model's beginning and end it is told from another of the same size. */
export const fingerprintBytes = 65_536;
