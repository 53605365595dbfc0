import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Loaded before a program (`node --import`): a file that it opened is never brought to the disk, as where the disk hangs.
 * That it waits for that is told by the file in STUCK_AT.
 */
const file = await open(import.meta.filename);
Object.getPrototypeOf(file).sync = () => {
  writeFileSync(process.env.STUCK_AT, "");
  return new Promise(() => undefined);
};
await file.close();
