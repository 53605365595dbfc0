import { test as base, expect } from "@playwright/test";

/**
 * The `test` of every spec: fails when the page, whatever it shows, asks any other host than this machine for anything.
 * What the content policy stopped before it was sent is no request.
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
      context.on("page", (page) =>
        page.on("websocket", (socket) => {
          if (leavesMachine(socket.url())) abroad.add(socket.url());
        }),
      );
      await use(undefined);
      expect([...abroad]).toEqual([]);
    },
    { auto: true },
  ],
});

function leavesMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (!/^(?:https?|wss?):$/.test(protocol)) return false;
  return !/^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
}
