/** `a_b`, `aB`, `a.b`; not a version, an address or a hyphenated word. */
export function isIdentifier(written: string): boolean {
  return /^[A-Za-z_$][\w$.]*$/.test(written) && /[a-z0-9][A-Z]|_|[A-Za-z]\.[A-Za-z]/.test(written);
}
