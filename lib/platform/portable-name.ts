/** What is wrong with the name of a file, as the sentences about it are called. */
export type NameProblem = "empty" | "long" | "folder" | "sign" | "device" | "ends";

/** In bytes of UTF-8, as disks count. */
const NAME_BYTES = 255;

/**
 * Why a plain name is not one on every system, whatever this one allows; undefined where it is. It holds no folder: a path
 * is judged name by name.
 */
export function nameProblem(name: string): NameProblem | undefined {
  if (name === "") return "empty";
  if (Buffer.byteLength(name) > NAME_BYTES) return "long";
  // Line ends, NUL and the like, signs that steer the direction of writing, and halves of pairs.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name) || !name.isWellFormed()) return "sign";
  if (name === "." || name === ".." || /[/\\]/.test(name)) return "folder";
  if (/[<>:"|?*]/.test(name)) return "sign";
  if (/^[\s.]|[\s.]$/u.test(name)) return "ends";
  return device.test(name) ? "device" : undefined;
}

/** Also with an ending behind it: `con.txt`. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;
