import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { preparesOnce } from "#lib/store/sqlite/prepares-once";

const numbers = sqliteTable("numbers", { n: integer().notNull() });

describe("a database whose statements are kept", () => {
  it("gives the same text as rows and as lists, in transactions too, and has each text read once", () => {
    const client = new Database(":memory:");
    client.exec("CREATE TABLE numbers (n INTEGER NOT NULL)");
    const prepared: string[] = [];
    const prepare = client.prepare.bind(client);
    client.prepare = ((text: string) => {
      prepared.push(text);
      return prepare(text);
    }) as typeof client.prepare;
    const db = drizzle(preparesOnce(client));

    client.transaction(() => {
      for (const n of [1, 2, 3]) db.insert(numbers).values({ n }).run();
    })();
    const built = db.select().from(numbers);
    const plain = sql.raw(built.toSQL().sql);
    for (let again = 0; again < 3; again++) {
      expect(built.all()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(db.all(plain)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(db.values(plain)).toEqual([[1], [2], [3]]);
    }
    expect(prepared).toHaveLength(2);
    expect(db.$client.inTransaction).toBe(false);
    client.close();
    expect(() => built.all()).toThrow();
  });
});
