import { keepStore } from "#lib/assembly/keep-store";
import { systemClock as clock } from "#lib/platform/clock";
import { loggedFetch } from "#lib/platform/logged-fetch";
import { createLogger } from "#lib/platform/logger";

/** Child process of the test of the network log: opens one connection, says so, and waits until it is killed. */
const [home = "", url = ""] = process.argv.slice(2);
const store = keepStore({
  ...{ home, tenancy: { kind: "owner" }, clock },
  log: createLogger("child", "silent"),
});
await store.get();
const response = await loggedFetch({ purpose: "model", log: store.trace, clock })(url);
process.stdout.write("open");
await response.text();
