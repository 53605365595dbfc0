import { maskMark } from "#lib/contracts/mask-mark";

/**
 * An input as it is kept, without the fields in which a secret was masked: the mark is no text that anybody meant. `left`
 * names them.
 */
export function withoutMasks(input: Record<string, unknown>): {
  given: Record<string, unknown>;
  left: string[];
} {
  const entries = Object.entries(input);
  const masked = entries.filter((entry) => JSON.stringify(entry).includes(maskMark));
  return {
    given: Object.fromEntries(entries.filter((entry) => !masked.includes(entry))),
    left: masked.map(([name]) => name),
  };
}
