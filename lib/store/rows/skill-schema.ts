import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which bytes of a person's skill a person has read and accepted: the newest for each name. */
export const accepted_skills = sqliteTable("accepted_skills", {
  name: text().primaryKey(),
  hash: text().notNull(),
  accepted_at: text().notNull(),
});
