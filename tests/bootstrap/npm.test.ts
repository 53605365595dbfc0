import { describe, expect, it } from "vitest";
import { npmEnvironment } from "../../scripts/bootstrap/npm.mjs";

describe("the environment of a nested npm", () => {
  it("has nothing of what the outer npm says about itself and its own command", () => {
    const leaked = {
      npm_config_prefix: "/usr",
      npm_config_local_prefix: "/elsewhere",
      npm_config_global: "true",
      npm_config_omit: "dev",
      npm_config_ignore_scripts: "false",
      npm_config_dry_run: "true",
      npm_config_workspace: "a",
      npm_lifecycle_event: "start",
      npm_package_json: "/elsewhere/package.json",
      npm_execpath: "/npm-cli.js",
      npm_command: "run-script",
      NODE_ENV: "production",
      INIT_CWD: "/elsewhere",
    };
    expect(npmEnvironment({ ...leaked, PATH: "/bin", HOME: "/home/anna" })).toEqual({
      PATH: "/bin",
      HOME: "/home/anna",
    });
  });

  it("keeps where packages come from and what a person wrote in capitals", () => {
    const kept = {
      npm_config_registry: "http://127.0.0.1:4873/",
      npm_config_userconfig: "/home/anna/.npmrc",
      npm_config_https_proxy: "http://proxy:3128",
      npm_config_noproxy: "localhost",
      npm_config_cafile: "/ca.pem",
      "npm_config_@team:registry": "http://127.0.0.1:4874/",
      NPM_CONFIG_FETCH_RETRIES: "5",
    };
    expect(npmEnvironment(kept)).toEqual(kept);
  });
});
