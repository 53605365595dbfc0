import { asc } from "drizzle-orm";
import type { AcceptedSkill } from "#lib/contracts/ports";
import type { Db } from "./open-database.ts";
import { accepted_skills } from "./skill-schema.ts";

export function acceptedSkills(db: Db): AcceptedSkill[] {
  return db.select().from(accepted_skills).orderBy(asc(accepted_skills.name)).all();
}

export function acceptSkill(db: Db, skill: AcceptedSkill): void {
  db.insert(accepted_skills)
    .values(skill)
    .onConflictDoUpdate({ target: accepted_skills.name, set: skill })
    .run();
}
