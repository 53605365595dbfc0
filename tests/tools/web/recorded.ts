/** Replies of search services as we wrote them down by their published formats; nobody's results stand in them. */
export const recorded = {
  ddg: (items: { title: string; url: string; snippet: string }[]): string =>
    `<!doctype html><html><body><div id="links" class="results">
<div class="result results_links result--ad"><h2 class="result__title"><a class="result__a" href="https://ads.test/">Ad</a></h2><a class="result__snippet">Buy</a></div>
${items
  .map(
    ({ title, url, snippet }) =>
      `<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=abc">${title}</a></h2><a class="result__snippet" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}">${snippet}</a></div></div>`,
  )
  .join("\n")}
${items.length === 0 ? '<div class="no-results">No results.</div>' : ""}
</div></body></html>`,
  ddgChallenge:
    '<!doctype html><html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>',
  searxng: (items: { title: string; url: string; snippet: string }[]): string =>
    JSON.stringify({
      query: "q",
      number_of_results: items.length,
      results: items.map(({ title, url, snippet }) => ({
        ...{ title, url, content: snippet },
        ...{ engine: "local", parsed_url: ["https", "x", "/", "", "", ""], score: 1 },
      })),
      ...{ answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] },
    }),
  brave: (items: { title: string; url: string; snippet: string }[]): string =>
    JSON.stringify({
      type: "search",
      query: { original: "q" },
      ...(items.length === 0
        ? {}
        : {
            web: {
              type: "search",
              results: items.map(({ title, url, snippet }) => ({
                ...{ title, url, description: snippet },
                profile: { name: "x" },
              })),
            },
          }),
    }),
  captcha:
    "<!doctype html><html><head><title>Just a moment…</title></head><body><h1>Are you human?</h1><div class='g-recaptcha captcha'></div></body></html>",
  otherPage: "<!doctype html><html><body><h1>Welcome to nginx!</h1></body></html>",
};
