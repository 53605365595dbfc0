import { test as base, expect, type Page, type Request } from "@playwright/test";

/**
 * The `test` of every spec: fails when the page, whatever it shows, asks any other host than this machine for anything.
 * What the content policy stopped before it was sent is no request. A page that was gone to, back to or loaded anew is handed on
 * once it listens: a machine can be slow enough for a press to come before.
 */
export const test = base.extend<{ onlyHere: undefined }>({
  onlyHere: [
    async ({ context }, use) => {
      const abroad = new Set<string>();
      context.on("request", (request) => {
        underWay.add(request);
        if (leavesMachine(request.url())) abroad.add(request.url());
      });
      // The page reads no body of its question whether the server is there: such a request never finishes.
      context.on("response", (response) => underWay.delete(response.request()));
      context.on("requestfailed", (request) => underWay.delete(request));
      context.on("requestfailed", (request) => {
        if (request.failure()?.errorText === "csp") abroad.delete(request.url());
      });
      context.on("page", (page) => {
        page.on("websocket", (socket) => {
          if (leavesMachine(socket.url())) abroad.add(socket.url());
        });
        for (const go of ["goto", "reload", "goBack"] as const) {
          const plain = page[go].bind(page) as (...asked: unknown[]) => Promise<null>;
          page[go] = async (...asked: unknown[]) => {
            const response = await plain(...asked);
            await listens(page);
            return response;
          };
        }
      });
      await use(undefined);
      underWay.clear();
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

const underWay = new Set<Request>();

/** Waits until nothing that the page has asked for is still to be answered. */
export async function answered(page: Page): Promise<void> {
  await expect
    .poll(() => [...underWay].filter((one) => one.frame().page() === page).map((one) => one.url()))
    .toEqual([]);
}

function leavesMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (!/^(?:https?|wss?):$/.test(protocol)) return false;
  return !/^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
}
