import type { TokenScope } from "./people.ts";

/**
 * People who have signed in, and by what they are known: sessions of browsers and tokens of programs, each by a hash, so that
 * whoever reads the database cannot come in by what stands there. It is nobody's own: who asks it has not come in yet, or
 * looks after the others. Rejects with AppError when the database fails.
 */
export type PeopleStore = {
  /**
   * What the provider says of somebody, kept in place of what it said before. Undefined where that person was removed: then
   * nothing is changed.
   */
  confirm(said: SaidOfPerson, at: string): Promise<KnownPerson | undefined>;
  find(id: string): Promise<KnownPerson | undefined>;
  /** By name. */
  list(): Promise<KnownPerson[]>;
  /** From now on they are refused, and every session and token of theirs is gone. False where there is no such person. */
  remove(id: string, at: string): Promise<boolean>;
  /** They may come in again. */
  restore(id: string): Promise<boolean>;
  /** Every row of theirs but those of the audit. How many there were. */
  erase(id: string): Promise<number>;
  sessions: {
    begin(session: Session): Promise<void>;
    find(hash: string): Promise<Session | undefined>;
    /** What the provider said at this moment; false where it has ended meanwhile. */
    checked(hash: string, at: string, kept: string | null): Promise<boolean>;
    end(hash: string): Promise<boolean>;
    dropPast(now: string): Promise<void>;
  };
  tokens: {
    /** False, and nothing is kept, where that person has so many already. */
    add(token: StoredToken, most: number): Promise<boolean>;
    find(hash: string): Promise<StoredToken | undefined>;
    /** Newest first. */
    list(person_id: string): Promise<StoredToken[]>;
    used(id: string, at: string): Promise<void>;
    /** False where that person has no such token. */
    remove(person_id: string, id: string): Promise<boolean>;
  };
  signIns: {
    begin(sign_in: SignIn, most: number): Promise<void>;
    /** Is given once; whoever comes with it again finds none. */
    take(hash: string, now: string): Promise<SignIn | undefined>;
  };
};

export type SaidOfPerson = {
  id: string;
  issuer: string;
  subject: string;
  name: string;
  groups: readonly string[];
};
export type KnownPerson = {
  id: string;
  issuer: string;
  subject: string;
  name: string;
  groups: string[];
  created_at: string;
  confirmed_at: string;
  removed_at: string | null;
};
export type Session = {
  hash: string;
  person_id: string;
  created_at: string;
  expires_at: string;
  checked_at: string;
  /** What the provider gave to be asked again with, sealed. */
  kept: string | null;
};
export type StoredToken = {
  id: string;
  hash: string;
  person_id: string;
  name: string;
  scope: TokenScope;
  created_at: string;
  expires_at: string;
  used_at: string | null;
};
export type SignIn = {
  hash: string;
  browser: string;
  nonce: string;
  verifier: string;
  return_to: string;
  expires_at: string;
};
