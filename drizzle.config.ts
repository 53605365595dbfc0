import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate` writes the next migration from the schema; the program runs them when it opens the file. */
export default defineConfig({
  dialect: "sqlite",
  schema: ["./lib/store/rows/schema.ts", "./lib/store/rows/*-schema.ts"],
  out: "./lib/store/migrations",
});
