import { expect, it } from "vitest";
import { docsEnvironment } from "#lib/assembly/docs-command";

const env = {
  ...{ PATH: "/bin", HOME: "/home/me", NODE_EXTRA_CA_CERTS: "/etc/own-ca.pem" },
  ...{ OPENAI_API_KEY: "key", OIDC_CLIENT_SECRET: "secret", NODE_TLS_REJECT_UNAUTHORIZED: "0" },
};
const read = { home: "/home/me/.docent", log_level: "info" as const };

it("the docs server trusts the authorities of this one where it asks a search server, and is told no key", () => {
  const search = { url: "https://search.example:9200", index: "docent" };
  const given = docsEnvironment(env, "/docent", { ...read, search });
  expect(given).toMatchObject({ SEARCH_URL: search.url, NODE_EXTRA_CA_CERTS: "/etc/own-ca.pem" });
  expect(Object.values(given)).not.toContain("key");
  expect(Object.values(given)).not.toContain("secret");
  expect(given).not.toHaveProperty("NODE_TLS_REJECT_UNAUTHORIZED");
  expect(docsEnvironment(env, "/docent", read)).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
});
