import type { Page } from "playwright";

/** How many bytes of scripts `/` may send at a first visit. */
export const mostScriptBytes = 250_000;

/** What a browser with an empty cache is sent as scripts until the page listens and is idle: bodies as sent, so gzip. */
export async function sentScripts(
  page: Page,
  address: string,
): Promise<{ bytes: number; files: number }> {
  const sent: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sent.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(address);
  await page.locator("html[data-listens]").waitFor();
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(sent);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}
