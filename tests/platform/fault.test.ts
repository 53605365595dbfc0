import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { faultOf } from "#lib/platform/fault";
import { projectDir } from "#lib/platform/project";

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it("what the log holds of an exception is its class, its code and where it was thrown, never its words", () => {
  const quoted = "Unexpected token at:\n    at my salary (letter.md:1:1)";
  const { fault, at } = faultOf(new TypeError(quoted));
  expect(fault).toBe("TypeError");
  expect(at[0]).toContain("fault.test.ts");
  expect(JSON.stringify(at)).not.toContain("salary");
  expect(faultOf(thrown(() => readFileSync("/no/such/file"))).fault).toBe("Error ENOENT");
  expect(faultOf(Object.assign(new Error("x"), { code: "my salary" })).fault).toBe("Error");
  expect(faultOf("my salary")).toEqual({ fault: "string", at: [] });
});

it("nothing that reads documents logs an exception whole", () => {
  const rooms = ["lib", "mcp-servers", "app"].map((room) => path.join(projectDir(), room));
  const files = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => path.join(room, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  expect(sources.length).toBeGreaterThan(200);
  const whole = /\berr: |\.stack\b(?!-)|\blog\.\w+\(error\b/;
  const found = sources.filter((file) => whole.test(readFileSync(file, "utf8")));
  // Code in the sandbox is told of its own errors.
  expect(found.map((file) => path.basename(file))).toEqual(["fault.ts", "guest-prelude.ts"]);
});
