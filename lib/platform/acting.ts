import { AsyncLocalStorage } from "node:async_hooks";
import { onePerson, type Person, thePerson } from "#lib/contracts/people";

/**
 * On whose behalf the program works at this moment. Whoever lets somebody in says so once (`actAs`), and everything that is
 * done for that request, however deep, reads and writes as that person: no room between hands a name on, and none can
 * forget to. Work that begins later (a task, a queue that goes on) says anew for whom: it does not take over from what
 * happened to run before it.
 */
const acting = new AsyncLocalStorage<Person | undefined>();

export function actAs<T>(person: Person, work: () => T): T {
  return acting.run(person, work);
}

/**
 * For what is the program's own, as a server that is to be started: it is done, and stands, as in a Docent without sign-in.
 * Whoever brought it about is known still (`actingBehind`).
 */
export function actForHouse<T>(work: () => T): T {
  const person = actingPerson();
  const by = person === undefined || person.id === onePerson ? behind.getStore() : person;
  return behind.run(by, () => actAs(thePerson, work));
}
const behind = new AsyncLocalStorage<Person | undefined>();

/** Who does what is done now: the person at work, or who acts for the program. */
export function actingBehind(): Person | undefined {
  const person = actingPerson();
  return person?.id === onePerson ? (behind.getStore() ?? person) : person;
}

/** For what is done for nobody in particular, whoever happened to bring it about. */
export function actForNobody<T>(work: () => T): T {
  return acting.run(undefined, work);
}

export const actingPerson = (): Person | undefined => acting.getStore();

/** The same function, run for whoever is acted for now, wherever it is called later: for queues and streams. */
export function forWhomItIs<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  const person = actingPerson();
  return (...args) => acting.run(person, work, ...args);
}

/** By whom something is held in memory: the one person where nobody has signed in. */
export const actingId = (): string => actingPerson()?.id ?? onePerson;

/**
 * Something held in memory for each person apart. Of many people those who came longest ago begin anew. `everyones`: what is
 * held for all of them.
 */
export function perPerson<T>(make: () => T, most = 200): { mine(): T; everyones(): T[] } {
  const held = new Map<string, T>();
  return {
    mine() {
      const id = actingId();
      const found = held.get(id) ?? make();
      held.delete(id);
      held.set(id, found);
      for (const oldest of held.keys()) {
        if (held.size <= most) break;
        held.delete(oldest);
      }
      return found;
    },
    everyones: () => [...held.values()],
  };
}
