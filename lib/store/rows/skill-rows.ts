import { asc } from "drizzle-orm";
import type { AcceptedSkill } from "#lib/contracts/ports";
import type { Db } from "./dialect.ts";
import { accepted_skills } from "./skill-schema.ts";
import { all, type Statements, write } from "./statements.ts";

export function* acceptedSkills(db: Db): Statements<AcceptedSkill[]> {
  return yield* all(db.select().from(accepted_skills).orderBy(asc(accepted_skills.name)));
}

export function* acceptSkill(db: Db, skill: AcceptedSkill): Statements<void> {
  yield* write(
    db
      .insert(accepted_skills)
      .values(skill)
      .onConflictDoUpdate({ target: accepted_skills.name, set: skill }),
  );
}
