import { z } from "zod";
import { Role, TokenScope } from "./people.ts";

/** Who one is, as `GET /api/auth/me` says. */
export const Me = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  groups: z.array(z.string()),
  by: z.enum(["session", "token"]),
});
export type Me = z.infer<typeof Me>;

/** Where the browser goes to sign out at the provider as well; null where there is nothing to go to. */
export const SignedOut = z.object({ to: z.string().nullable() });
export type SignedOut = z.infer<typeof SignedOut>;

/** A token as it is listed: what it says is nowhere any more. */
export const TokenInfo = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  created_at: z.string(),
  expires_at: z.string(),
  used_at: z.string().nullable(),
});
export type TokenInfo = z.infer<typeof TokenInfo>;
export const TokenList = z.object({ tokens: z.array(TokenInfo) });
export const NewTokenBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scope: TokenScope,
  days: z.number().int().min(1).max(366),
});
export type NewTokenBody = z.infer<typeof NewTokenBody>;
/** `token` is told this once. */
export const NewToken = TokenInfo.extend({ token: z.string() });
export type NewToken = z.infer<typeof NewToken>;

/**
 * Somebody who has signed in; without a role they may not come in now. `seen_at`: when the provider was asked about them last,
 * or a token of theirs was used, whichever is later. `erased`: of who it was nothing is left but that they were removed.
 */
export const PersonInfo = z.object({
  id: z.string(),
  name: z.string(),
  role: Role.nullable(),
  groups: z.array(z.string()),
  created_at: z.string(),
  confirmed_at: z.string(),
  seen_at: z.string(),
  removed_at: z.string().nullable(),
  erased: z.boolean(),
  sessions: z.number().int().min(0),
  tokens: z.number().int().min(0),
});
export type PersonInfo = z.infer<typeof PersonInfo>;
export const PeopleList = z.object({ people: z.array(PersonInfo) });
export const PersonChange = z.strictObject({ removed: z.boolean() });
export type PersonChange = z.infer<typeof PersonChange>;
export const PersonErased = z.object({ rows: z.number().int().min(0) });
export type PersonErased = z.infer<typeof PersonErased>;
