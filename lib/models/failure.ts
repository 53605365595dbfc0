import { AppError } from "#lib/contracts/errors";
import { type MessageKey, say } from "#lib/platform/say";

/** The reply ended, and the provider had not said that it was done. */
export class StreamCut extends Error {}

/** What answers at the address is a web page. */
export class NotAModel extends Error {}

/** The request would have gone to another address than the one that is configured. */
export class WentElsewhere extends Error {}

/** The reply is larger than any that is meant. */
export class TooLarge extends Error {}

/**
 * Why a model could not be asked or did not reply. The sentence comes from the catalogue; what the provider sent is not kept
 * as a cause, for it holds the whole prompt and may hold the key.
 */
export const failureKinds = [
  /** No model is set up, or something that it needs is missing. */
  "off",
  "no_name",
  "no_address",
  "no_folder",
  "no_key",
  /** The provider refuses, and would refuse again. */
  "refused_key",
  "spend",
  "unknown_model",
  "rejected",
  "moved",
  /** It may do it another time. */
  "busy",
  "server",
  "unreachable",
  "not_a_model",
  /** It began, and did not end well. */
  "cut",
  "too_large",
  "stalled",
  "too_slow",
  /** What came is no vector for each text, or vectors of another length. */
  "vectors",
  "dimensions",
  /** Of a model that runs here: a package or a file is missing, something is damaged, unfit, or too large. */
  "onnx_package",
  "onnx_file",
  "onnx_damaged",
  "onnx_unfit",
  "onnx_memory",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export class ModelFailure extends AppError {
  readonly kind: FailureKind;
  /** The text that had come and was handed on before it failed. It stays said. */
  readonly said: string;

  constructor(
    kind: FailureKind,
    params: Record<string, string | number>,
    more: { said?: string; status?: number; tries?: number } = {},
  ) {
    const { said = "", ...numbers } = more;
    const late = kind === "stalled" || kind === "too_slow";
    const key: MessageKey = `model.failure.${kind}`;
    super(late ? "timeout" : "model_unavailable", say("en", key, params), {
      retryable: retryableKinds.has(kind),
      details: { kind, ...numbers, said: { key, params } },
    });
    this.name = "ModelFailure";
    this.kind = kind;
    this.said = said;
  }
}

const retryableKinds = new Set<FailureKind>([
  "busy",
  "server",
  "unreachable",
  "not_a_model",
  "cut",
  "stalled",
  "too_slow",
]);
