import { test as base, expect, type Page } from "@playwright/test";

/**
 * The `test` of every spec: fails when the page, whatever it shows, asks any other host than this machine for anything.
 * What the content policy stopped before it was sent is no request. A page that was gone to or loaded anew is handed on
 * once it listens: a machine can be slow enough for a press to come before.
 */
export const test = base.extend<{ onlyHere: undefined }>({
  onlyHere: [
    async ({ context }, use) => {
      const abroad = new Set<string>();
      context.on("request", (request) => {
        if (leavesMachine(request.url())) abroad.add(request.url());
      });
      context.on("requestfailed", (request) => {
        if (request.failure()?.errorText === "csp") abroad.delete(request.url());
      });
      context.on("page", (page) => {
        page.on("websocket", (socket) => {
          if (leavesMachine(socket.url())) abroad.add(socket.url());
        });
        for (const go of ["goto", "reload"] as const) {
          const plain = page[go].bind(page) as (...asked: unknown[]) => Promise<null>;
          page[go] = async (...asked: unknown[]) => {
            const response = await plain(...asked);
            await listens(page);
            return response;
          };
        }
      });
      await use(undefined);
      expect([...abroad]).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until the page hears what is pressed; one that is none of Docent's is left as it is. */
export async function listens(page: Page): Promise<void> {
  if ((await page.locator("script[src^='/_next/']").count()) === 0) return;
  await page.locator("html[data-listens]").waitFor({ state: "attached" });
}

function leavesMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (!/^(?:https?|wss?):$/.test(protocol)) return false;
  return !/^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
}
