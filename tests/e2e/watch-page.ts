import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

/**
 * A second server of this machine that counts whatever reaches it: requests, and connections that were only opened. An
 * attack leads there, so nothing may ever arrive.
 */
export async function startCounter() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader("access-control-allow-origin", "*");
    response.end("<!doctype html><title>Elsewhere</title>");
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has a port
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Everything on a page that a document could have brought about, written down as it happens and not only at the end:
 * dialogs, violations of the content policy, requests to another origin, and every element or attribute that was ever
 * put into the page and could load, run, send or lead astray.
 */
export async function watchPage(page: Page, own: string): Promise<string[]> {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && origin !== own) {
      seen.push(`request ${request.url()}`);
    }
  });
  page.on("popup", (popup) => seen.push(`popup ${popup.url()}`));
  await page.exposeFunction("tellWatcher", (what: string) => seen.push(what));
  await page.addInitScript(watchInside, own);
  return seen;
}

/** Ends when everything the page was about to do has had its turn: its own request goes last and comes back. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch("/api/health");
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await fetch("/icon.svg");
  });
}

/** Runs in the page, before anything else of it; stands for itself. */
function watchInside(own: string): void {
  const tell = (what: string) =>
    // Exposed by `watchPage`.
    (window as unknown as { tellWatcher(what: string): void }).tellWatcher(what);
  document.addEventListener("securitypolicyviolation", (event) =>
    tell(`violation ${event.effectiveDirective} ${event.blockedURI}`),
  );
  const active = "iframe,frame,object,embed,base,applet,portal,meta[http-equiv],math,foreignObject";
  const judge = (element: Element) => {
    const shown = element.outerHTML.slice(0, 200);
    if (element.matches(active)) tell(`element ${shown}`);
    if (element instanceof HTMLScriptElement) {
      const built = element.src.startsWith(`${own}/_next/`);
      if (!built && element.nonce === "") tell(`script ${shown}`);
    }
    if (element instanceof HTMLStyleElement && /@import|url\(/.test(element.textContent ?? "")) {
      tell(`style ${shown}`);
    }
    for (const { name, value } of element.attributes) {
      if (/^on|^(?:ping|srcdoc|srcset|formaction|background|poster)$/.test(name)) {
        tell(`attribute ${name} ${shown}`);
      }
      if (name === "style" && /url\(|expression|@import/i.test(value)) tell(`style ${shown}`);
      if (/^(?:src|href|xlink:href|action|data)$/.test(name)) judgeAddress(element, value, shown);
    }
  };
  const judgeAddress = (element: Element, value: string, shown: string) => {
    const { protocol, origin } = new URL(value, own);
    const leads = element instanceof HTMLAnchorElement;
    if (leads && /^(?:https?|mailto):$/.test(protocol)) {
      if (origin !== own && element.rel !== "noopener noreferrer") tell(`link ${shown}`);
      return;
    }
    // The page's own way to the editor; no document can give a link this mark.
    const toEditor = leads && element.dataset.act === "editor" && /^vscode:\/\/file\//.test(value);
    if (origin !== own && !toEditor) tell(`address ${shown}`);
  };
  new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "attributes") judge(record.target as Element); // attributes belong to elements
      for (const node of record.addedNodes) {
        if (!(node instanceof Element)) continue;
        judge(node);
        for (const inner of node.querySelectorAll("*")) judge(inner);
      }
    }
  }).observe(document, { childList: true, subtree: true, attributes: true });
}
