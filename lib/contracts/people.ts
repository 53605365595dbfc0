import { z } from "zod";

/** What a person may do, from the least to the most. */
export const Role = z.enum(["reader", "editor", "admin"]);
export type Role = z.infer<typeof Role>;

/** Whether a role reaches as far as another. */
export const hasRole = (role: Role, least: Role): boolean =>
  Role.options.indexOf(role) >= Role.options.indexOf(least);

/** Whoever is at work. `groups`: of what the provider says of them; `all` where nobody signs in and everything is theirs. */
export type Person = {
  id: string;
  name: string;
  role: Role;
  groups: readonly string[] | "all";
  /** By a token that only reads: nothing is changed, by whatever works for them. */
  reads_only?: true;
};

/** The id of the one person of a Docent without sign-in. Rows of before there were people are theirs. */
export const onePerson = "person";

/** The one person of a Docent without sign-in. */
export const thePerson: Person = { id: onePerson, name: "", role: "admin", groups: "all" };

/** Whose rows are looked after without any right of theirs: nothing may be read, and nothing started. */
export const withoutRights = (id: string): Person => ({ id, name: "", role: "reader", groups: [] });

/** Whether a person may read a folder: one that names no groups is everybody's. */
export function mayRead(
  { groups }: Pick<Person, "groups">,
  root: { groups?: readonly string[] | undefined },
): boolean {
  if (groups === "all" || root.groups === undefined) return true;
  return root.groups.some((one) => groups.includes(one));
}

/** How far a program may go that shows a token: no further than its person, and with `read` no change is made by it. */
export const TokenScope = z.enum(["read", "all"]);
export type TokenScope = z.infer<typeof TokenScope>;
