import { afterEach, describe, expect, it } from "vitest";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
afterEach(() => http.close());

/** For how long nobody was to be answered before each step. */
async function readAhead(): Promise<number[]> {
  const waited: number[] = [];
  await http.assembly.readAhead(async (ms) => void waited.push(ms));
  return waited;
}

describe("what a first question needs", () => {
  it("is read in the gaps between requests, and what it may do without only once it is calm", async () => {
    http = await openHttp();
    const waited = await readAhead();
    expect(waited.slice(0, 3)).toEqual([0, 0, 0]);
    expect(Math.min(...waited.slice(3))).toBeGreaterThan(0);
  });

  it("is read as far as it can be where the docs server does not start", async () => {
    http = await openHttp({ docs_command: [process.execPath, "-e", "process.exit(1)"] });
    expect((await readAhead()).length).toBe(5);
  });
});
