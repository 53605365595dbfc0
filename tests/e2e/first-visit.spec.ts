import { mostScriptBytes, sentScripts } from "../../bench/parts/sent-scripts.ts";
import { expect } from "./docent-page.ts";
import { test } from "./only-here.ts";

test("the first visit of / is sent no more scripts than it may be", async ({ page }) => {
  // With a conversation in the list, which is more than without; else it hangs on what the test before has left.
  const asked = await page.request.post("/api/ask", {
    data: { question: "How do I add a folder?" },
  });
  expect(asked.ok()).toBe(true);
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
