import { AppError } from "#lib/contracts/errors";

/** No file is at fault: what reads files cannot be started, or the search server cannot be asked. */
export function isDown(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.details?.reader_down === true || error.details?.engine_down === true;
}
