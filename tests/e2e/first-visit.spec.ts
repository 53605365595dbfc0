import { mostScriptBytes, sentScripts } from "../../bench/parts/sent-scripts.ts";
import { expect } from "./docent-page.ts";
import { test } from "./only-here.ts";

test("the first visit of / is sent no more scripts than it may be", async ({ page }) => {
  // A newcomer has no conversations, whatever the tests before have left.
  const { threads } = await (await page.request.get("/api/threads")).json();
  for (const { id } of threads) await page.request.delete(`/api/threads/${id}`);
  const { bytes, files } = await sentScripts(page, "/");
  expect(files).toBeGreaterThan(5);
  // More than that: fetch a part when it is wanted (`components/parts/later.tsx`). `npm run bench -- page` tells the figure.
  expect(bytes).toBeLessThanOrEqual(mostScriptBytes);
  // Counted as they were sent, not unpacked.
  const unpacked = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => (entry as PerformanceResourceTiming).initiatorType === "script")
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  );
  expect(unpacked).toBeGreaterThan(2 * bytes);
});
