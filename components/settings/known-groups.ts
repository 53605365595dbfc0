import type { Config } from "#lib/contracts/config";
import type { PersonInfo } from "#lib/contracts/people-desk";

/** Every group that something is known of: those of roles, of folders, and of people as the provider told last. */
export function knownGroups(
  { auth, doc_access }: Pick<Config, "auth" | "doc_access">,
  people: readonly Pick<PersonInfo, "groups">[],
): string[] {
  const { reader, editor, admin } = auth.roles;
  const ofFolders = doc_access.roots.flatMap(({ groups = [] }) => groups);
  const all = [
    ...reader,
    ...editor,
    ...admin,
    ...ofFolders,
    ...people.flatMap((one) => one.groups),
  ];
  return [...new Set(all)].toSorted((a, b) => a.localeCompare(b));
}
