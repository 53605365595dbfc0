import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../rows/schema.ts";
import * as skillSchema from "../rows/skill-schema.ts";

/** A table, by what tells its rows apart. */
export type CopiedTable = { name: string; columns: string[]; key: string[] };

/** Every table of the store; one that others hang on comes before them. */
export const copiedTables: readonly CopiedTable[] = inOrder(
  [...Object.values(schema), ...Object.values(skillSchema)].filter((one) => is(one, SQLiteTable)),
);

function inOrder(tables: readonly SQLiteTable[]): CopiedTable[] {
  const found = new Map<string, CopiedTable>();
  const add = (table: SQLiteTable): void => {
    const name = getTableName(table);
    if (found.has(name)) return;
    const { columns, primaryKeys, foreignKeys } = getTableConfig(table);
    for (const key of foreignKeys) add(key.reference().foreignTable);
    const own = columns.filter(({ primary }) => primary);
    const key = own.length > 0 ? own : (primaryKeys[0]?.columns ?? []);
    found.set(name, { name, columns: columns.map(nameOf), key: key.map(nameOf) });
  };
  for (const table of tables) add(table);
  return [...found.values()];
}

function nameOf({ name }: { name: string }): string {
  return name;
}
