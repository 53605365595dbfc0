import type { TokenScope } from "./people.ts";

/**
 * People who have signed in, and by what they are known: sessions of browsers and tokens of programs, each by a hash, so that
 * whoever reads the database cannot come in by what stands there. It is nobody's own: who asks it has not come in yet, or
 * looks after the others. Rejects with AppError when the database fails.
 */
export type PeopleStore = {
  /**
   * What the provider says of somebody, kept in place of what it said before. Undefined where that person was removed: then
   * nothing is changed. `signed_in` is of a sign-in: what it gave to ask again with is the newest from then on.
   */
  confirm(
    said: SaidOfPerson,
    at: string,
    signed_in?: { kept: string | null },
  ): Promise<KnownPerson | undefined>;
  find(id: string): Promise<KnownPerson | undefined>;
  /** By name. */
  list(): Promise<KnownPerson[]>;
  /** By the id of a person: what is good for them at this time. Who has nothing is not in it. */
  inUse(at: string): Promise<Map<string, InUse>>;
  /** From now on they are refused, and every session and token of theirs is gone. False where there is no such person. */
  remove(id: string, at: string): Promise<boolean>;
  /** They may come in again. */
  restore(id: string): Promise<boolean>;
  /** Every row of theirs but those of the audit, and of who they are all but that they were removed. How many there were. */
  erase(id: string): Promise<number>;
  sessions: {
    begin(session: Session): Promise<void>;
    find(hash: string): Promise<Session | undefined>;
    end(hash: string): Promise<boolean>;
    dropPast(now: string): Promise<void>;
  };
  /** Asking the provider about somebody again, which one server does at a time: what it gives may be good once. */
  asking: {
    /** False where another asks about this person already. */
    claim(id: string, at: string, until: string): Promise<boolean>;
    /** Of a claim until then; one that has taken its place meanwhile stands. */
    release(id: string, until: string): Promise<void>;
    /** What was asked with is replaced wherever it stands, and its sessions were looked at then. */
    said(id: string, asked_with: string, at: string, kept: string | null): Promise<void>;
    /** Its sessions end; and tokens do until the next sign-in, where it was of the newest one. */
    refused(id: string, asked_with: string, at: string): Promise<void>;
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
    /** Whoever comes back with a state a second time is told false. */
    use(sign_in: UsedSignIn, now: string): Promise<boolean>;
  };
};

/** `used_at`: when a token of theirs was used last. */
export type InUse = { sessions: number; tokens: number; used_at: string | null };

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
  /** What the newest sign-in gave to be asked again with, sealed. */
  kept: string | null;
  /** When the provider refused them, where they have not signed in since. */
  refused_at: string | null;
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
export type UsedSignIn = { hash: string; expires_at: string };
